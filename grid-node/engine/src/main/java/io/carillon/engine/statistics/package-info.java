/** Counts, delays and durations of runs by pool, owner and job: batches of events, and windows over them. */
@NullMarked
package io.carillon.engine.statistics;

import org.jspecify.annotations.NullMarked;
