/** How this module talks to PostgreSQL: pools, timeouts, arrays in binary form, and what an error means. */
@NullMarked
package io.carillon.persistence.jdbc;

import org.jspecify.annotations.NullMarked;
