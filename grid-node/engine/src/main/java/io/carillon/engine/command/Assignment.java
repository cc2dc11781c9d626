package io.carillon.engine.command;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Payload;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.run.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A started attempt on its way to its worker: the run's row says {@code running} already.
 *
 * @param leaseDuration of the lease once the worker confirms
 * @param checkpoint the last one of an earlier attempt; put in by the gateway that pushes, never on the way between members
 */
public record Assignment(
        Run run,
        String jobName,
        String handler,
        @Nullable Payload payload,
        @Nullable HttpTarget http,
        Duration timeout,
        Duration leaseDuration,
        @Nullable Checkpoint checkpoint) {

    /** As its owner sends it. */
    public Assignment(
            Run run,
            String jobName,
            String handler,
            @Nullable Payload payload,
            @Nullable HttpTarget http,
            Duration timeout,
            Duration leaseDuration) {
        this(run, jobName, handler, payload, http, timeout, leaseDuration, null);
    }

    /** False if this is the first start of the run, as its version tells: it is created, started, and nothing in between. */
    public boolean mayHaveCheckpoint() {
        return run.version() > FIRST_START_VERSION;
    }

    public Assignment with(Checkpoint last) {
        return new Assignment(run, jobName, handler, payload, http, timeout, leaseDuration, last);
    }

    private static final long FIRST_START_VERSION = 2;
}
