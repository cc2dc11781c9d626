package io.carillon.benchmarks.wave;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.JobChanges;
import io.carillon.domain.plan.JobDecision;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** One-offs on their way from creation to success, moved by the product's own rules. */
final class FloorRuns {

    static final String OWNER = "default";

    private static final Duration AHEAD = Duration.ofSeconds(2);
    private static final Duration LEASE = Duration.ofSeconds(5);

    private final ClaimPlanner planner = new ClaimPlanner(new ScheduleReader());
    private final JobChanges changes = new JobChanges(planner);
    private final TimeSource time;
    private final Instant createdAt;
    private final Instant dueAt;

    FloorRuns(TimeSource time) {
        this.time = time;
        this.createdAt = time.now();
        this.dueAt = createdAt.plus(AHEAD);
    }

    List<JobChange> created(int count) {
        return IntStream.range(0, count).mapToObj(this::create).toList();
    }

    List<JobChange> claimed(List<JobChange> created) {
        return created.stream()
                .map(change -> planner.claim(change.job(), createdAt, AHEAD, newId())
                        .orElseThrow()
                        .change())
                .toList();
    }

    static List<Run> runsOf(List<JobChange> claimed) {
        return claimed.stream().map(change -> change.newRuns().get(0).run()).toList();
    }

    List<Run> started(List<Run> claimed) {
        return IntStream.range(0, claimed.size())
                .mapToObj(i -> moved(claimed.get(i), new RunEvent.Start("floor-worker", 1L + i, dueAt.plus(LEASE))))
                .toList();
    }

    List<Run> finished(List<Run> started) {
        return started.stream()
                .map(run -> moved(run, new RunEvent.Report(run.fencingToken(), new Outcome.Success(null))))
                .toList();
    }

    private JobChange create(int number) {
        JobDefinition definition = new JobDefinition(
                "wave",
                null,
                OWNER,
                new ScheduleSpec.OneOff(dueAt),
                Payload.ofJson("{\"n\":" + number + "}"),
                "default",
                WaveWorker.HANDLER,
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                Timing.DEFAULT,
                null,
                5,
                null,
                null,
                Map.of());
        JobCommand.Create command = new JobCommand.Create(Principal.ANONYMOUS, new JobId(newJobId()), definition);
        if (changes.create(null, command, createdAt, newId()) instanceof JobDecision.Changed changed) {
            return changed.change();
        }
        throw new IllegalStateException("the one-off was not created");
    }

    private Run moved(Run run, RunEvent event) {
        Decision decision = RunTransitions.decide(run, event, dueAt, RetryPolicy.DEFAULT, 0, newId());
        if (decision instanceof Decision.Moved moved) {
            return moved.run();
        }
        throw new IllegalStateException("the run did not move: " + decision);
    }

    /** In order of time, as version 7 is. */
    private UUID newJobId() {
        long millis = time.now().toEpochMilli();
        return new UUID((millis << 16) | 0x7000 | (time.randomBits() & 0xfff), newId().getLeastSignificantBits());
    }

    private UUID newId() {
        return new UUID((time.randomBits() & ~0xf000L) | 0x4000, (time.randomBits() >>> 2) | 0x8000_0000_0000_0000L);
    }
}
