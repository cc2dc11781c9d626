/** Keeps the stream to the grid, runs the handlers, reports how they ended. */
@NullMarked
package io.carillon.worker.runtime;

import org.jspecify.annotations.NullMarked;
