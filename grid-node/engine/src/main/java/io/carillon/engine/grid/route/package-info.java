/** How requests find the owners of their shards, whichever members they are, and how answers find their way back. */
@NullMarked
package io.carillon.engine.grid.route;

import org.jspecify.annotations.NullMarked;
