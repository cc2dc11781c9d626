package io.carillon.engine.statistics;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransition;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Statistics and steps of runs for tests. */
public final class Seen {

    public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Seen() {}

    /** So many attempts of a second each that succeeded. */
    public static RunStats times(int n) {
        RunStats stats = new RunStats();
        for (int i = 0; i < n; i++) {
            stats.add(success("p", "o", job(1), Duration.ofSeconds(1)));
        }
        return stats;
    }

    /** A start, this long after noon, when the run was due. */
    public static Moved start(String pool, String owner, JobId job, Duration delay) {
        return new Moved(
                RunTransition.START,
                run(pool, owner, job, RunState.RUNNING, NOON.plus(delay), null),
                null,
                null,
                false);
    }

    /** A success of an attempt that began at noon. */
    public static Moved success(String pool, String owner, JobId job, Duration took) {
        return new Moved(
                RunTransition.SUCCEED,
                run(pool, owner, job, RunState.SUCCEEDED, NOON, NOON.plus(took)),
                null,
                null,
                false);
    }

    /** A step that leaves the run waiting. */
    public static Moved back(RunTransition transition, String pool, String owner, JobId job, Duration took) {
        Run run = run(pool, owner, job, RunState.WAITING, NOON, null);
        AttemptRecord attempt = new AttemptRecord(run.id(), 1, 1, "w", NOON, NOON.plus(took), AttemptEnd.FAILED, null);
        return new Moved(transition, run, attempt, null, false);
    }

    public static JobId job(long number) {
        return new JobId(new UUID(0x0190163d8694739bL, 0xaea5000000000000L | number));
    }

    private static Run run(
            String pool, String owner, JobId job, RunState state, Instant startedAt, @Nullable Instant endedAt) {
        return new Run(
                RunId.of(job, NOON, Trigger.SCHEDULE, null),
                job,
                1,
                Trigger.SCHEDULE,
                owner,
                pool,
                NOON,
                NOON,
                state,
                1,
                0,
                0,
                null,
                startedAt,
                endedAt,
                null,
                1,
                "w",
                AttemptEnd.OPEN,
                null,
                null,
                2,
                new UUID(1, 1));
    }
}
