/** This member's part of the grid: how it is configured, started and stopped, and what it knows of the others. */
@NullMarked
package io.carillon.engine.grid;

import org.jspecify.annotations.NullMarked;
