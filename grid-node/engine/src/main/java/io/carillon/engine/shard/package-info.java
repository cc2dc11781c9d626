/**
 * The shard loop: one thread that owns the state of its shards, lets the domain decide, and lets effects happen once
 * the decision is durable.
 */
@NullMarked
package io.carillon.engine.shard;

import org.jspecify.annotations.NullMarked;
