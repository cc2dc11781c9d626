package io.carillon.engine.command;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A started attempt on its way to its worker: the run's row says {@code running} already.
 *
 * @param leaseDuration of the lease once the worker confirms
 */
public record Assignment(
        Run run,
        String jobName,
        String handler,
        @Nullable Payload payload,
        @Nullable HttpTarget http,
        Duration timeout,
        Duration leaseDuration) {}
