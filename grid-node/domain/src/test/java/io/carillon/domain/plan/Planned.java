package io.carillon.domain.plan;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.FixedRate;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.SingleInstant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Jobs for tests, and the accounts of what became of their occurrences. */
final class Planned {

    static final JobId ID = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final ClaimPlanner PLANNER = new ClaimPlanner(Planned::compile);

    private static long writes;

    private Planned() {}

    static Schedule compile(ScheduleSpec spec) {
        if (spec instanceof ScheduleSpec.OneOff oneOff) {
            return new SingleInstant(oneOff.runAt());
        }
        ScheduleSpec.Every every = (ScheduleSpec.Every) spec;
        return new FixedRate(every.anchor(), every.period().toSeconds());
    }

    /** A definition with the usual answers to all that the test does not say. */
    static final class Definition {
        ScheduleSpec schedule = new ScheduleSpec.Every(Duration.ofSeconds(1), NOON);
        MisfirePolicy misfire = MisfirePolicy.RUN_ONCE;
        Duration misfireAfter = Duration.ofMinutes(5);
        OverlapPolicy overlap = OverlapPolicy.ALLOW;
        Timing timing = Timing.DEFAULT;
        String owner = "owner";
        String name = "job";

        @Nullable
        Duration jitter;

        @Nullable
        Instant startsAt;

        @Nullable
        Instant endsAt;

        JobDefinition make() {
            return new JobDefinition(
                    name,
                    null,
                    owner,
                    schedule,
                    null,
                    "default",
                    "handler",
                    null,
                    RetryPolicy.DEFAULT,
                    Duration.ofMinutes(5),
                    null,
                    misfire,
                    misfireAfter,
                    overlap,
                    timing,
                    jitter,
                    5,
                    startsAt,
                    endsAt,
                    Map.of());
        }
    }

    static JobDefinition definition(Consumer<Definition> says) {
        Definition definition = new Definition();
        says.accept(definition);
        return definition.make();
    }

    /** Created at noon. */
    static Job job(Consumer<Definition> says) {
        JobDefinition definition = definition(says);
        Instant through = definition.schedule() instanceof ScheduleSpec.OneOff oneOff
                        && !oneOff.runAt().isAfter(NOON)
                ? oneOff.runAt().minusNanos(1_000)
                : NOON;
        Job blank = new Job(ID, 1, JobStatus.ACTIVE, definition, NOON, NOON, null, null, 1, writeId());
        return PLANNER.planFrom(blank, through);
    }

    static UUID writeId() {
        return new UUID(1, writes++);
    }

    static Instant at(long seconds) {
        return NOON.plusSeconds(seconds);
    }

    /** A definition, and the nominal times that it owes: those after {@code from}, up to {@code to} or for as long as planned. */
    record Owed(
            JobDefinition definition,
            Instant from,
            @Nullable Instant to) {}

    /** What was written of a job, one change after the other. */
    static final class Account {
        Job job;
        final List<Owed> revisions = new ArrayList<>();
        final List<Run> runs = new ArrayList<>();
        final List<SkipRange> skips = new ArrayList<>();
        int steps;

        Account(Job job) {
            this.job = job;
            revisions.add(new Owed(job.definition(), job.plannedThrough(), null));
        }

        /** The last nominal time that the definition in force does not owe. */
        Instant owedAfter() {
            return revisions.get(revisions.size() - 1).from;
        }

        /** Claims until nothing more is owed now. */
        Account claim(Instant now, Duration ahead) {
            while (PLANNER.claim(job, now, ahead, writeId())
                    .map(claim -> write(claim.change()))
                    .isPresent()) {
                steps++;
            }
            return this;
        }

        JobChange write(JobChange change) {
            if (change.job().version() != job.version() + 1) {
                throw new AssertionError(change.job() + " does not follow " + job);
            }
            if (change.job().revision() != job.revision()) {
                Instant seam = change.job().plannedThrough();
                Owed last = revisions.remove(revisions.size() - 1);
                revisions.add(new Owed(last.definition, last.from, seam));
                revisions.add(new Owed(change.job().definition(), seam, null));
            }
            job = change.job();
            change.withdrawn().forEach(ref -> runs.removeIf(run -> run.id().equals(ref.id())));
            change.newRuns().forEach(created -> runs.add(created.run()));
            skips.addAll(change.skips());
            return change;
        }

        long skipped() {
            return skips.stream().mapToLong(SkipRange::n).sum();
        }

        long skipped(SkipReason reason) {
            return skips.stream()
                    .filter(skip -> skip.reason() == reason)
                    .mapToLong(SkipRange::n)
                    .sum();
        }

        List<Instant> nominals() {
            return runs.stream().map(Run::nominalAt).toList();
        }

        /** Every nominal time that a revision owes and the job is planned through is in one run or one skip, and no other is. */
        List<String> faults() {
            List<String> faults = new ArrayList<>();
            Map<Instant, Long> asRuns =
                    runs.stream().collect(Collectors.groupingBy(Run::nominalAt, Collectors.counting()));
            NavigableMap<Instant, SkipRange> ranges = new TreeMap<>();
            for (SkipRange skip : skips) {
                if (ranges.put(skip.nominalFirst(), skip) != null) {
                    faults.add("two skips from " + skip.nominalFirst());
                }
            }
            long inSkips = 0;
            int inRuns = 0;
            for (Owed revision : revisions) {
                DueTimes times = new DueTimes(ID, revision.definition, compile(revision.definition.schedule()));
                Instant to = revision.to == null ? job.plannedThrough() : revision.to;
                for (Instant nominal = times.nextNominal(revision.from);
                        nominal != null && !nominal.isAfter(to);
                        nominal = times.nextNominal(nominal)) {
                    long asRun = asRuns.getOrDefault(nominal, 0L);
                    Map.Entry<Instant, SkipRange> skip = ranges.floorEntry(nominal);
                    long asSkip =
                            skip != null && !nominal.isAfter(skip.getValue().nominalLast()) ? 1 : 0;
                    if (asRun + asSkip != 1) {
                        faults.add(asRun + " runs and " + asSkip + " skips for " + nominal);
                    }
                    inRuns += (int) asRun;
                    inSkips += asSkip;
                }
            }
            if (inRuns != runs.size() || inSkips != skipped()) {
                faults.add("runs " + inRuns + " of " + runs.size() + ", skips " + inSkips + " of " + skipped());
            }
            return faults;
        }
    }
}
