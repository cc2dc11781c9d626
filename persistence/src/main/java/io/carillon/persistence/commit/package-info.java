/** The write path: what waits is merged into one transaction of conditional statements, and every row gets its answer. */
@NullMarked
package io.carillon.persistence.commit;

import org.jspecify.annotations.NullMarked;
