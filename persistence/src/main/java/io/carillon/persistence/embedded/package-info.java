/** A real PostgreSQL of our own, for whoever configures none: started, adopted after a crash, stopped. */
@NullMarked
package io.carillon.persistence.embedded;

import org.jspecify.annotations.NullMarked;
