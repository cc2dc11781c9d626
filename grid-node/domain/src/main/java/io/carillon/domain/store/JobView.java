package io.carillon.domain.store;

import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import org.jspecify.annotations.Nullable;

/**
 * A job as history and API show it.
 *
 * @param lastRun the newest of its runs that is due, if any
 * @param completed a one-off with nothing left to plan and no live run
 */
public record JobView(Job job, @Nullable Run lastRun, boolean completed) {}
