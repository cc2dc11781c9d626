/** Batches on their way to other members: what comes while one is under way makes the next. */
@NullMarked
package io.carillon.engine.grid.outbox;

import org.jspecify.annotations.NullMarked;
