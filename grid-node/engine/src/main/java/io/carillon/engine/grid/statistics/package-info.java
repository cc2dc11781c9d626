/** Statistics through the grid: batches in a ring, a pipeline that makes windows of them, a map to read them from. */
@NullMarked
package io.carillon.engine.grid.statistics;

import org.jspecify.annotations.NullMarked;
