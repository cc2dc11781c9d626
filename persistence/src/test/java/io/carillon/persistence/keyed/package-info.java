/** Keys of calls, against a real database. */
@NullMarked
package io.carillon.persistence.keyed;

import org.jspecify.annotations.NullMarked;
