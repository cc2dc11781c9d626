/** The shards' outlooks in a map, so that every member can tell the whole forecast. */
@NullMarked
package io.carillon.engine.grid.forecast;

import org.jspecify.annotations.NullMarked;
