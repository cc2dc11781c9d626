package io.carillon.domain.plan;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns the occurrences a job owes into runs and counted skips. Pure; thread-safe if the compiler is.
 *
 * <p>Owed are the nominal times after {@code plannedThrough} whose due time is at most {@code now + ahead}; the next one
 * is computed from the last nominal time, never from now. Once one of them is late by more than the misfire limit, the
 * policy applies to all that are due by now. One step looks at a bounded number of occurrences and says whether more
 * remain, so that a gap of any length is worked off in bounded pieces whose sum is the same. The last piece of a gap that
 * is skipped takes all that are not late by more than the limit, since a next step would take these for punctual.
 */
public final class ClaimPlanner {

    /** Runs one step may create. */
    static final int RUNS_PER_STEP_MAX = 500;
    /** Occurrences one step may skip, as long as the next step will find that it has to skip as well. */
    static final int SKIPS_PER_STEP_MAX = 5_000;

    private final ScheduleCompiler schedules;

    public ClaimPlanner(ScheduleCompiler schedules) {
        this.schedules = schedules;
    }

    /** Empty when the job owes nothing by {@code now + ahead}. */
    public Optional<Claim> claim(Job job, Instant now, Duration ahead, UUID writeId) {
        if (job.status() != JobStatus.ACTIVE
                || job.nextDueAt() == null
                || job.nextDueAt().isAfter(now.plus(ahead))) {
            return Optional.empty();
        }
        return Optional.of(step(job, now, ahead, writeId));
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

    /** How many occurrences lie in ({@code after}, {@code upTo}], as a skip; empty if none. Bounded by {@code most}. */
    Optional<SkipRange> count(Job job, Instant after, Instant upTo, SkipReason reason, int most) {
        DueTimes times = timesOf(job);
        Skipped skipped = new Skipped();
        Instant nominal = times.nextNominal(after);
        while (nominal != null && !nominal.isAfter(upTo) && skipped.n < most) {
            skipped.add(nominal);
            nominal = times.nextNominal(nominal);
        }
        return skipped.range(job, reason);
    }

    private Claim step(Job job, Instant now, Duration ahead, UUID writeId) {
        DueTimes times = timesOf(job);
        Instant firstDue = job.nextDueAt();
        Instant nominal = job.nextNominalAt();
        Instant through = job.plannedThrough();
        boolean misfired = firstDue != null && isMisfired(job, firstDue, now);
        MisfirePolicy policy = misfired ? job.definition().misfire() : MisfirePolicy.RUN_ALL;
        List<NewRun> runs = new ArrayList<>();
        Skipped skipped = new Skipped();
        Instant horizon = now.plus(ahead);
        boolean more = false;
        while (nominal != null) {
            Instant due = times.dueAt(nominal);
            if (due.isAfter(horizon)) {
                break;
            }
            if (runs.size() >= RUNS_PER_STEP_MAX || (skipped.n >= SKIPS_PER_STEP_MAX && isMisfired(job, due, now))) {
                more = true;
                break;
            }
            Instant following = times.nextNominal(nominal);
            boolean missed = misfired && !due.isAfter(now);
            boolean latestMissed = following == null || times.dueAt(following).isAfter(now);
            if (!missed || policy == MisfirePolicy.RUN_ALL || (policy == MisfirePolicy.RUN_ONCE && latestMissed)) {
                runs.add(NewRun.owed(claimed(job, nominal, due, writeId)));
            } else {
                skipped.add(nominal);
            }
            through = nominal;
            nominal = following;
        }
        Instant nextDue = nominal == null ? null : times.dueAt(nominal);
        Job planned = job.planned(through, nominal, nextDue, writeId);
        List<SkipRange> skips = skipped.range(job, SkipReason.MISFIRE).stream().toList();
        return new Claim(new JobChange(planned, false, runs, List.of(), skips), more);
    }

    private static boolean isMisfired(Job job, Instant due, Instant now) {
        return due.plus(job.definition().misfireAfter()).isBefore(now);
    }

    private static Run claimed(Job job, Instant nominal, Instant due, UUID writeId) {
        RunId id = RunId.of(job.id(), nominal, Trigger.SCHEDULE, null);
        return Run.claimed(
                id,
                job.id(),
                job.revision(),
                Trigger.SCHEDULE,
                job.definition().ownerId(),
                job.definition().pool(),
                nominal,
                due,
                writeId);
    }

    private DueTimes timesOf(Job job) {
        return new DueTimes(job.definition(), schedules.compile(job.definition().schedule()));
    }

    /** Consecutive skipped occurrences, growing. */
    private static final class Skipped {
        private @Nullable Instant first;
        private @Nullable Instant last;
        private long n;

        void add(Instant nominal) {
            if (first == null) {
                first = nominal;
            }
            last = nominal;
            n++;
        }

        Optional<SkipRange> range(Job job, SkipReason reason) {
            return first == null || last == null
                    ? Optional.empty()
                    : Optional.of(new SkipRange(job.id(), job.revision(), first, last, n, reason));
        }
    }
}
