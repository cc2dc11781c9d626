/** Tests of jdbc. */
@NullMarked
package io.carillon.persistence.jdbc;

import org.jspecify.annotations.NullMarked;
