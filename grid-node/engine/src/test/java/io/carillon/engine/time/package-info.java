/** Clocks against clocks. */
@NullMarked
package io.carillon.engine.time;

import org.jspecify.annotations.NullMarked;
