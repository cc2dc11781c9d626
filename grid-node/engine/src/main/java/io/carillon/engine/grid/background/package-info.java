/** The thread on which the grid side does what nobody waits for. */
@NullMarked
package io.carillon.engine.grid.background;

import org.jspecify.annotations.NullMarked;
