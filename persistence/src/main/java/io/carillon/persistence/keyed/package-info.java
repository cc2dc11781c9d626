/** The answers that calls with a key are answered with again. */
@NullMarked
package io.carillon.persistence.keyed;

import org.jspecify.annotations.NullMarked;
