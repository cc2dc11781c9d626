package io.carillon.domain.plan;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns the occurrences a job owes into runs and counted skips. Pure; thread-safe if the compiler is.
 *
 * <p>Owed are the nominal times after {@code plannedThrough} whose due time is at most {@code now + ahead}; the next one
 * is computed from the last nominal time, never from now. First the misfire policy says which of them are to run: once
 * one of them is late by more than the misfire limit, it applies to all that are due by now. Then, oldest first, the
 * overlap policy lets them become runs as long as not too many are live, and skips the others.
 *
 * <p>Skipped occurrences are counted, not looked at, so skipping a gap of any length is one step. Runs are made in steps
 * of a bounded number, and a job that makes up for a long gap has a bounded number of them live.
 */
public final class ClaimPlanner {

    /** Runs one step may create. */
    static final int RUNS_PER_STEP_MAX = 500;

    /** A job that is late may have so many runs of its schedule live. */
    public static final int CATCH_UP_LIVE_MAX = 1_000;

    /** More than this a job owes only after it was late for long. It is not made at once, whoever changes the job. */
    static final int OWED_AT_SEAM_MAX = 10_000;

    /** No window that nobody chose is wider. */
    public static final Duration JITTER_DEFAULT_MAX = Jitter.DEFAULT_MAX;

    /** Later than this a job's live runs are bounded, and one that runs all it missed is catching up. */
    private static final Duration CATCH_UP_FROM = Duration.ofSeconds(60);

    /**
     * Of a job that is later than this, what is claimed makes up for a gap: punctual runs go first. After a shorter outage
     * all goes on in order of due time.
     */
    private static final Duration MAKES_UP_FROM = Duration.ofMinutes(2);

    /** One step counts over at most twice this; a step costs milliseconds at most. */
    private static final Duration COUNTED_PER_STEP = Duration.ofDays(3_660);

    private final ScheduleCompiler schedules;

    public ClaimPlanner(ScheduleCompiler schedules) {
        this.schedules = schedules;
    }

    /** Whether the job works off a gap, run after run, rather than keeping up with its schedule. */
    public static boolean isCatchingUp(Job job, Instant now) {
        return job.definition().misfire() == MisfirePolicy.RUN_ALL && isLate(job, now);
    }

    /** Whether so much may be owed that it must become runs a piece at a time, whatever the misfire policy. */
    public static boolean isLate(Job job, Instant now) {
        JobDefinition definition = job.definition();
        Duration from =
                definition.misfireAfter().compareTo(CATCH_UP_FROM) < 0 ? definition.misfireAfter() : CATCH_UP_FROM;
        return definition.overlap() == OverlapPolicy.ALLOW && isDueBy(job, now.minus(from));
    }

    /**
     * Whether a late job has to wait for its live runs to end. What is misfired does not wait: it becomes no runs, or one.
     *
     * @param heldUp as for {@link #claim(Job, Instant, Duration, int, Duration, UUID)}
     */
    public static boolean mustWait(Job job, Instant now, int live, Duration heldUp) {
        return live >= CATCH_UP_LIVE_MAX && isBounded(job, now, heldUp);
    }

    private static boolean isBounded(Job job, Instant now, Duration heldUp) {
        Instant due = job.nextDueAt();
        return isLate(job, now)
                && due != null
                && (job.definition().misfire() == MisfirePolicy.RUN_ALL || !isMisfired(job, due, now.minus(heldUp)));
    }

    /** Whether an active job owes more runs up to now than a change of it should have to make. */
    boolean owesTooMuch(Job job, Instant now) {
        return job.status() == JobStatus.ACTIVE
                && isBounded(job, now, Duration.ZERO)
                && timesOf(job).count(job.plannedThrough(), now) > OWED_AT_SEAM_MAX;
    }

    /** {@link #claim(Job, Instant, Duration, int, Duration, UUID)} for a job that has no live runs. */
    public Optional<Claim> claim(Job job, Instant now, Duration ahead, UUID writeId) {
        return claim(job, now, ahead, 0, writeId);
    }

    /** The same for a job that nothing has held up. */
    public Optional<Claim> claim(Job job, Instant now, Duration ahead, int live, UUID writeId) {
        return claim(job, now, ahead, live, Duration.ZERO, writeId);
    }

    /**
     * Empty when the job owes nothing by {@code now + ahead}, or is late and must wait for its live runs.
     *
     * @param ahead not used where runs take turns: what will be live at a later due time is not known now
     * @param live runs of its schedule that count ({@link Overlap#counts}), claimed ones that are not due included where
     *     the job is late
     * @param heldUp for how long only the bounds on what it may claim have kept it from claiming: that makes no misfire
     */
    public Optional<Claim> claim(Job job, Instant now, Duration ahead, int live, Duration heldUp, UUID writeId) {
        Instant horizon = Overlap.takesTurns(job.definition()) ? now : now.plus(ahead);
        boolean full = mustWait(job, now, live, heldUp);
        if (job.status() != JobStatus.ACTIVE || !isDueBy(job, horizon) || full) {
            return Optional.empty();
        }
        int most = mostBeside(live, job);
        if (isBounded(job, now, heldUp)) {
            most = Math.min(most, CATCH_UP_LIVE_MAX - live);
        }
        Step step = new Step(job, timesOf(job), now, heldUp, writeId);
        return Optional.of(step.decide(due -> !due.isAfter(horizon), most));
    }

    private static int mostBeside(int live, Job job) {
        return Math.min(RUNS_PER_STEP_MAX, Overlap.most(job.definition().overlap()) - live);
    }

    /**
     * What an active job owes up to the nominal time {@code now}, whether due or not: for a definition that owes nothing
     * after that. However many of its runs are live, another step of them is made.
     *
     * @param live as for {@link #claim(Job, Instant, Duration, int, Duration, UUID)}
     * @param rest why what a late job owes beyond this step makes no runs; null: it does, with further steps
     */
    Optional<Claim> settle(Job job, Instant now, int live, @Nullable SkipReason rest, UUID writeId) {
        Instant nominal = job.nextNominalAt();
        if (job.status() != JobStatus.ACTIVE || nominal == null || nominal.isAfter(now)) {
            return Optional.empty();
        }
        DueTimes times = timesOf(job);
        Instant last = times.lastNominal(job.plannedThrough(), now);
        Instant lastDue = last == null ? now : times.dueAt(last);
        Step step = new Step(job, times, now, Duration.ZERO, writeId);
        Claim claim = step.decide(due -> !due.isAfter(lastDue), mostBeside(live, job));
        return Optional.of(rest != null && claim.more() && isLate(job, now) ? step.giveUp(now, rest) : claim);
    }

    /** The same schedule by the newest rules of its time zone. */
    ScheduleSpec current(ScheduleSpec schedule) {
        return schedules.current(schedule);
    }

    /** As {@link ScheduleCompiler#renewed}. */
    ScheduleSpec renewed(ScheduleSpec schedule, Instant settledThrough, boolean paused) {
        return schedules.renewed(schedule, settledThrough, paused);
    }

    /** The job's first plan after {@code through}: which nominal time comes next, and when it is due. */
    public Job planFrom(Job job, Instant through) {
        DueTimes times = timesOf(job);
        Instant nominal = times.nextNominal(through);
        Instant due = nominal == null ? null : times.dueAt(nominal);
        return new Job(
                job.id(),
                job.revision(),
                job.status(),
                job.definition(),
                job.createdAt(),
                through,
                nominal,
                due,
                job.version(),
                job.writeId());
    }

    /** The window within which the job's next occurrence is moved later; that of the first one after its plan if stopped. */
    public Duration jitterWindow(Job job) {
        DueTimes times = timesOf(job);
        Instant nominal = job.nextNominalAt() != null ? job.nextNominalAt() : times.nextNominal(job.plannedThrough());
        return nominal == null ? Duration.ZERO : times.window(nominal);
    }

    /** The nominal times in ({@code after}, {@code upTo}], in order: for windows as short as claims are made ahead. */
    List<Instant> nominalsIn(Job job, Instant after, Instant upTo) {
        DueTimes times = timesOf(job);
        List<Instant> nominals = new ArrayList<>();
        Instant nominal = after.isBefore(upTo) ? times.nextNominal(after) : null;
        while (nominal != null && !nominal.isAfter(upTo)) {
            nominals.add(nominal);
            nominal = times.nextNominal(nominal);
        }
        return nominals;
    }

    /** The occurrences in ({@code after}, {@code upTo}], as a skip; empty if there are none. */
    Optional<SkipRange> count(Job job, Instant after, Instant upTo, SkipReason reason) {
        DueTimes times = timesOf(job);
        Instant first = times.nextNominal(after);
        Instant last = times.lastNominal(after, upTo);
        return first == null || last == null
                ? Optional.empty()
                : Optional.of(new SkipRange(job.id(), job.revision(), first, last, times.count(after, last), reason));
    }

    private static boolean isDueBy(Job job, Instant instant) {
        return job.nextDueAt() != null && !job.nextDueAt().isAfter(instant);
    }

    private static boolean isMisfired(Job job, Instant due, Instant now) {
        return due.plus(job.definition().misfireAfter()).isBefore(now);
    }

    /** A job that is created after its time is due then, not late. */
    private static boolean makesUp(Job job, Instant now) {
        Instant from = now.minus(MAKES_UP_FROM);
        return isDueBy(job, from) && job.createdAt().isBefore(from);
    }

    private static Run claimed(Job job, Instant nominal, Instant due, Instant now, UUID writeId) {
        RunId id = RunId.of(job.id(), nominal, Trigger.SCHEDULE, null);
        Run run = Run.claimed(
                id,
                job.id(),
                job.revision(),
                Trigger.SCHEDULE,
                job.definition().ownerId(),
                job.definition().pool(),
                nominal,
                due,
                writeId);
        return makesUp(job, now) ? run.asMakingUp() : run;
    }

    private DueTimes timesOf(Job job) {
        return new DueTimes(
                job.id(), job.definition(), schedules.compile(job.definition().schedule()));
    }

    /** One step through a job's owed occurrences, oldest first. Used once. */
    private static final class Step {
        private final Job job;
        private final DueTimes times;
        private final Instant now;
        private final Duration heldUp;
        private final UUID writeId;
        private final List<NewRun> runs = new ArrayList<>();
        private final List<SkipRange> skips = new ArrayList<>();
        private Instant through;
        private @Nullable Instant nominal;

        Step(Job job, DueTimes times, Instant now, Duration heldUp, UUID writeId) {
            this.job = job;
            this.times = times;
            this.now = now;
            this.heldUp = heldUp;
            this.writeId = writeId;
            this.through = job.plannedThrough();
            this.nominal = job.nextNominalAt();
        }

        /** @param most so many runs at most */
        Claim decide(Predicate<Instant> isOwedAt, int most) {
            JobDefinition definition = job.definition();
            Instant firstDue = job.nextDueAt();
            boolean misfired = firstDue != null && isMisfired(job, firstDue, now.minus(heldUp));
            if (misfired && !skipMissed(definition.misfire())) {
                return claim(true);
            }
            while (nominal != null && runs.size() < most && isOwedAt.test(times.dueAt(nominal))) {
                runs.add(NewRun.owed(claimed(job, nominal, times.dueAt(nominal), now, writeId)));
                moveTo(nominal);
            }
            if (nominal == null || !isOwedAt.test(times.dueAt(nominal))) {
                return claim(false);
            }
            return claim(!Overlap.takesTurns(definition) || !skipOverlapping(isOwedAt));
        }

        /** Skips what is left. */
        Claim giveUp(Instant upTo, SkipReason reason) {
            Instant last = times.lastNominal(through, upTo);
            return claim(last != null && !skipThrough(last, reason));
        }

        /** What the misfire policy lets run is left; false if it is more than one step counts. */
        private boolean skipMissed(MisfirePolicy policy) {
            Instant latest = times.lastDue(through, now);
            if (latest == null) {
                return true;
            }
            return switch (policy) {
                case RUN_ALL -> true;
                case SKIP -> skipThrough(latest, SkipReason.MISFIRE);
                case RUN_ONCE -> {
                    Instant before = times.lastNominal(through, latest.minusNanos(1_000));
                    yield before == null || skipThrough(before, SkipReason.MISFIRE);
                }
            };
        }

        /** All that is owed while too many are live; false if it is more than one step counts. */
        private boolean skipOverlapping(Predicate<Instant> isOwedAt) {
            // The window of a nominal time ends before the next one, so it is the last owed one or the one before it.
            Instant last = times.lastNominal(through, now);
            if (last != null && !isOwedAt.test(times.dueAt(last))) {
                last = times.lastNominal(through, last.minusNanos(1_000));
            }
            return last == null || skipThrough(last, SkipReason.OVERLAP);
        }

        /**
         * Skips up to and including {@code last}, or a first part of that. What is left then is owed for so long that the
         * next step will find it misfired as well.
         */
        private boolean skipThrough(Instant last, SkipReason reason) {
            Instant first = nominal;
            if (first == null || first.isAfter(last)) {
                return true;
            }
            boolean whole = Duration.between(first, last).compareTo(COUNTED_PER_STEP.multipliedBy(2)) <= 0;
            Instant cut = whole ? last : times.lastNominal(through, first.plus(COUNTED_PER_STEP));
            Instant end = cut == null ? first : cut;
            skips.add(new SkipRange(job.id(), job.revision(), first, end, times.count(through, end), reason));
            moveTo(end);
            return whole;
        }

        private void moveTo(Instant planned) {
            through = planned;
            nominal = times.nextNominal(planned);
        }

        private Claim claim(boolean more) {
            Instant nextDue = nominal == null ? null : times.dueAt(nominal);
            Job planned = job.planned(through, nominal, nextDue, writeId);
            // What is ahead of now is one at least, where it is claimed by the hundred.
            long backlog = more ? Math.max(1, times.count(through, now)) : 0;
            return new Claim(new JobChange(planned, false, runs, List.of(), skips), backlog);
        }
    }
}
