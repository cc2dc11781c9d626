/** What is kept in PostgreSQL, and how it gets there. */
@NullMarked
package io.carillon.persistence;

import org.jspecify.annotations.NullMarked;
