/** Telling owners of their dead letters: what is told, and what follows from the answer. */
@NullMarked
package io.carillon.domain.alert;

import org.jspecify.annotations.NullMarked;
