package io.carillon.engine.gateway;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.engine.command.Assignment;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/** Workers, runs and attempts for tests. */
final class Made {

    static final Instant DUE = Instant.parse("2026-03-01T12:00:00Z");

    private Made() {}

    static WorkerProfile worker(String id, int slots, String... handlers) {
        return new WorkerProfile(id, "default", Set.of(handlers), false, slots);
    }

    static WorkerProfile fallback(String id, int slots) {
        return new WorkerProfile(id, "default", Set.of(), true, slots);
    }

    static JobId job(int number) {
        return new JobId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L | number));
    }

    static RunId run(int number) {
        return RunId.of(job(number), DUE, Trigger.SCHEDULE, null);
    }

    static HeldRun held(int number, long token) {
        return new HeldRun(run(number), job(number), token);
    }

    static HeldRun held(Assignment assignment) {
        return new HeldRun(
                assignment.run().id(),
                assignment.run().jobId(),
                assignment.run().fencingToken());
    }

    /** Of a run that was started and lost before. */
    static Assignment later(int number, long token) {
        Run first = assignment(number, token - 1).run();
        RunEvent lapse = new RunEvent.Lapse(token - 1, Confirmation.GIVEN);
        Run waiting = ((Decision.Moved)
                        RunTransitions.decide(first, lapse, DUE, RetryPolicy.DEFAULT, 0.5, new UUID(1, 3)))
                .run();
        RunEvent start = new RunEvent.Start("w", token, DUE.plusSeconds(5));
        Run running = ((Decision.Moved)
                        RunTransitions.decide(waiting, start, DUE, RetryPolicy.DEFAULT, 0.5, new UUID(1, 4)))
                .run();
        return new Assignment(running, "job " + number, "h", null, null, Duration.ofMinutes(5), Duration.ofSeconds(60));
    }

    static Assignment assignment(int number, long token) {
        Run waiting = Run.claimed(
                run(number), job(number), 1, Trigger.SCHEDULE, "owner", "default", DUE, DUE, new UUID(1, 1));
        RunEvent start = new RunEvent.Start("w", token, DUE.plusSeconds(5));
        Decision decision = RunTransitions.decide(waiting, start, DUE, RetryPolicy.DEFAULT, 0.5, new UUID(1, 2));
        Run running = ((Decision.Moved) decision).run();
        return new Assignment(running, "job " + number, "h", null, null, Duration.ofMinutes(5), Duration.ofSeconds(60));
    }
}
