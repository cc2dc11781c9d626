/** Fencing tokens in blocks: counted by the grid, kept from falling by the database. */
@NullMarked
package io.carillon.engine.grid.fence;

import org.jspecify.annotations.NullMarked;
