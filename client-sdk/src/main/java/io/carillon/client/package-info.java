/** The Java client of a Carillon cluster. */
@NullMarked
package io.carillon.client;

import org.jspecify.annotations.NullMarked;
