/** Counts what falls due in the coming hour, shard by shard, at a bounded pace. */
@NullMarked
package io.carillon.engine.forecast;

import org.jspecify.annotations.NullMarked;
