/** The keys of the maps, and where the grid places them. */
@NullMarked
package io.carillon.engine.grid.key;

import org.jspecify.annotations.NullMarked;
