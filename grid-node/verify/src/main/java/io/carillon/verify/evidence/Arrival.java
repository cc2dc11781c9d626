package io.carillon.verify.evidence;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The target was called. Written before it answers.
 *
 * @param number of the call, unique
 * @param door by which it came
 * @param name of the job, where the target can tell
 * @param trigger why there is a run, as the call says
 * @param nominalAt the schedule's own time, as the call says
 * @param dueAt the nominal time with jitter, as the call says
 * @param at when it came, before anything else was done
 */
public record Arrival(
        long number,
        Door door,
        @Nullable String name,
        UUID run,
        UUID job,
        int attempt,
        long token,
        Trigger trigger,
        Instant nominalAt,
        Instant dueAt,
        Instant at)
        implements Fact {

    public enum Door {
        /** An http target. */
        HTTP,
        /** A handler in a worker of the recorder's own. */
        WORKER
    }
}
