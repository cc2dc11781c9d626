/** Which shards this member owns, and whether it may act on them. */
@NullMarked
package io.carillon.engine.grid.ownership;

import org.jspecify.annotations.NullMarked;
