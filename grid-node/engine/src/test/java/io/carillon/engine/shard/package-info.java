/** The shard loop on virtual time. */
@NullMarked
package io.carillon.engine.shard;

import org.jspecify.annotations.NullMarked;
