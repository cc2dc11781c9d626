package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.ledger.Ledger;
import io.carillon.domain.ledger.OwedSpan;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Tally;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.JobChanges;
import io.carillon.domain.plan.JobDecision;
import io.carillon.domain.plan.Overlap;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever users and outages do to a job, its ledger closes; and it does not once a row is taken away. The rows are those
 * that the product's planner and command rules decide on, kept as the store keeps them.
 */
class LedgerClosesTest {

    private static final int JOBS = 400;
    private static final int STEPS = 30;
    private static final int PLENTY = 10_000_000;
    /** Two days before clocks go forward in Europe. */
    private static final Instant START = Instant.parse("2026-03-27T22:58:31.5Z");

    private static final List<ScheduleSpec> SCHEDULES = List.of(
            new ScheduleSpec.Cron("*/5 * * * *", "Europe/Berlin"),
            new ScheduleSpec.Cron("30 2 * * *", "Europe/Berlin"),
            new ScheduleSpec.Cron("15 */2,3 * * *", "Australia/Lord_Howe"),
            new ScheduleSpec.Cron("*/20 * * * * *", "UTC"),
            new ScheduleSpec.Every(Duration.ofSeconds(7), START),
            new ScheduleSpec.Every(Duration.ofHours(1), START),
            new ScheduleSpec.OneOff(START.plusSeconds(3_000)),
            new ScheduleSpec.OneOff(START.minusSeconds(3_000)));

    private static final List<MisfirePolicy> MISFIRES =
            List.of(MisfirePolicy.RUN_ONCE, MisfirePolicy.RUN_ALL, MisfirePolicy.SKIP);

    private static final List<OverlapPolicy> OVERLAPS =
            List.of(OverlapPolicy.ALLOW, OverlapPolicy.SKIP, OverlapPolicy.QUEUE_ONE);

    private final ScheduleReader schedules = new ScheduleReader();
    private final ClaimPlanner planner = new ClaimPlanner(schedules);
    private final JobChanges changes = new JobChanges(planner);
    private final Ledger ledger = new Ledger(schedules);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothing_is_unaccounted_for_after_any_commands_and_outages(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int edits = 0;
        for (int i = 0; i < JOBS; i++) {
            long jobSeed = random.nextLong();
            Life life = new Life(new SplittableRandom(jobSeed));
            for (int step = 0; step < STEPS && life.status() != JobStatus.DELETED; step++) {
                life.step();
                Tally tally = life.tally();
                assertThat(tally.discrepancies())
                        .as("job seed %s, step %s, %s", jobSeed, step, life.definition)
                        .isEmpty();
                assertThat(tally.unaccounted()).isZero();
                assertThat(tally.expected())
                        .isEqualTo(tally.inRuns()
                                + tally.inSkips()
                                + (tally.pause() == null ? 0 : tally.pause().n()));
                assertThat(tally.inRuns()).isEqualTo(life.runs.size());
            }
            edits += life.edits;
        }
        assertThat(edits).as("definitions that were changed").isGreaterThan(2 * JOBS);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void a_row_that_is_gone_is_missed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int taken = 0;
        for (int i = 0; i < JOBS; i++) {
            long jobSeed = random.nextLong();
            Life life = new Life(new SplittableRandom(jobSeed));
            for (int step = 0; step < STEPS && life.status() != JobStatus.DELETED; step++) {
                life.step();
            }
            long lost = life.loseOneRow();
            if (lost > 0) {
                taken++;
                assertThat(life.tally().unaccounted())
                        .as("job seed %s, %s", jobSeed, life.definition)
                        .isEqualTo(lost);
            }
        }
        assertThat(taken).isGreaterThan(JOBS / 2);
    }

    /** One job and its rows. */
    private final class Life {
        private final SplittableRandom random;
        private final JobDefinition definition;
        private final Map<Long, Revision> revisions = new TreeMap<>();
        private final List<Run> runs = new ArrayList<>();
        private final List<SkipRange> skips = new ArrayList<>();
        private Instant now = START;
        private @Nullable Job job;
        private int edits;

        Life(SplittableRandom random) {
            this.random = random;
            this.definition = definition(random);
            JobCommand.Create create = new JobCommand.Create(Principal.ANONYMOUS, new JobId(uuid()), definition);
            write(changes.create(null, create, now, uuid()));
        }

        JobStatus status() {
            return known().status();
        }

        void step() {
            now = now.plusMillis(random.nextInt(10) == 0 ? random.nextInt(100_000_000) : random.nextInt(1_200_000));
            switch (random.nextInt(14)) {
                case 0, 1 -> command(this::pause);
                case 2, 3 ->
                    command(() -> changes.resume(job, new JobCommand.Resume(Principal.ANONYMOUS, id()), now, uuid()));
                case 4 -> {
                    if (random.nextInt(4) == 0) {
                        command(() -> changes.delete(
                                job,
                                new JobCommand.Delete(Principal.ANONYMOUS, id(), false),
                                live(),
                                owedAfter(),
                                now,
                                uuid()));
                    }
                }
                case 5, 6 -> command(this::edit);
                default -> claim(Duration.ofMillis(random.nextInt(60_000)));
            }
        }

        private JobDecision pause() {
            boolean hold = random.nextBoolean();
            return changes.pause(
                    job, new JobCommand.Pause(Principal.ANONYMOUS, id(), hold), live(), owedAfter(), now, uuid());
        }

        /** Other times, zone, bounds, misfire or overlap, or all of them. */
        private JobDecision edit() {
            JobDefinition other = definition(random);
            JobDefinition next = switch (random.nextInt(4)) {
                case 0 -> known().definition().withSchedule(other.schedule());
                case 1 -> other.withSchedule(known().definition().schedule());
                default -> other;
            };
            JobDecision decision = changes.replace(
                    job,
                    new JobCommand.Replace(
                            Principal.ANONYMOUS, id(), next, JobCommand.Replace.Existence.REQUIRED, List.of()),
                    live(),
                    owedAfter(),
                    now,
                    uuid());
            edits += decision instanceof JobDecision.Changed ? 1 : 0;
            return decision;
        }

        private Instant owedAfter() {
            return known().revision() == 1
                    ? JobChanges.firstOwedAfter(known())
                    : Objects.requireNonNull(revisions.get(known().revision())).nominalFrom();
        }

        private void claim(Duration ahead) {
            while (true) {
                int live = Overlap.takesTurns(known().definition()) ? random.nextInt(3) : 0;
                var claim = planner.claim(known(), now, ahead, live, uuid());
                if (claim.isEmpty()) {
                    return;
                }
                write(claim.get().change());
            }
        }

        private void command(Supplier<JobDecision> command) {
            JobDecision decision = command.get();
            while (decision instanceof JobDecision.Step step) {
                write(step.change());
                decision = command.get();
            }
            write(decision);
        }

        private void write(JobDecision decision) {
            if (decision instanceof JobDecision.Changed changed) {
                write(changed.change());
            }
        }

        /** As the store's statements do it. */
        private void write(JobChange change) {
            Job next = change.job();
            job = next;
            change.withdrawn().forEach(ref -> runs.removeIf(run -> run.id().equals(ref.id())));
            change.newRuns().forEach(created -> runs.add(created.run()));
            skips.addAll(change.skips());
            if (change.definitionChanged()) {
                Instant through = next.plannedThrough();
                revisions.putIfAbsent(next.revision(), new Revision(next.revision(), next.definition(), through, null));
                boolean deleted = next.status() == JobStatus.DELETED;
                revisions.computeIfPresent(next.revision() - 1, (n, revision) -> ended(revision, through));
                revisions.computeIfPresent(
                        next.revision(), (n, revision) -> deleted ? ended(revision, through) : revision);
            }
        }

        Tally tally() {
            List<RunMark> marks = runs.stream()
                    .map(run -> new RunMark(run.revision(), run.nominalAt()))
                    .toList();
            List<OwedSpan> spans =
                    OwedSpan.of(List.copyOf(revisions.values()), status(), known().plannedThrough(), now);
            return ledger.count(spans, START.minusSeconds(10_000), now.plusSeconds(1_000_000), marks, skips, PLENTY);
        }

        /** @return for how many occurrences nothing is left */
        long loseOneRow() {
            if (!skips.isEmpty() && random.nextBoolean()) {
                return skips.remove(random.nextInt(skips.size())).n();
            }
            if (runs.isEmpty()) {
                return 0;
            }
            runs.remove(random.nextInt(runs.size()));
            return 1;
        }

        /** Some runs are cancelled or under way, and are then not withdrawn. */
        private List<Run> live() {
            return runs.stream().filter(run -> random.nextInt(20) != 0).toList();
        }

        private Job known() {
            return Objects.requireNonNull(job);
        }

        private JobId id() {
            return known().id();
        }

        private UUID uuid() {
            return new UUID(random.nextLong(), random.nextLong());
        }
    }

    private static Revision ended(Revision revision, Instant through) {
        return revision.nominalTo() == null
                ? new Revision(revision.revision(), revision.definition(), revision.nominalFrom(), through)
                : revision;
    }

    private static JobDefinition definition(SplittableRandom random) {
        ScheduleSpec schedule = SCHEDULES.get(random.nextInt(SCHEDULES.size()));
        boolean oneOff = schedule instanceof ScheduleSpec.OneOff;
        return new JobDefinition(
                "job",
                null,
                "owner",
                schedule,
                null,
                "default",
                "handler",
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MISFIRES.get(random.nextInt(MISFIRES.size())),
                Duration.ofSeconds(random.nextInt(2) == 0 ? 0 : 300),
                OVERLAPS.get(random.nextInt(OVERLAPS.size())),
                random.nextBoolean() ? Timing.EXACT : Timing.DEFAULT,
                null,
                5,
                oneOff || random.nextInt(3) != 0 ? null : START.plusSeconds(random.nextInt(5_000)),
                oneOff || random.nextInt(3) != 0 ? null : START.plusSeconds(100_000 + random.nextInt(100_000)),
                Map.of());
    }
}
