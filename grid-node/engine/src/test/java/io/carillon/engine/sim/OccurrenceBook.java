package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.schedule.Schedule;
import io.carillon.engine.testkit.TestSchedules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one job owes: each nominal time up to where it is planned is in one run or in one skip, at every moment. */
final class OccurrenceBook {

    private record Period(long fromMicros, JobStatus status) {}

    private final World world;
    private final JobId job;
    private final TreeMap<Instant, RunId> runs = new TreeMap<>();
    private final Map<Instant, Boolean> skipped = new TreeMap<>();
    private final List<Period> history = new ArrayList<>();
    private Instant owedAfter = Instant.MIN;

    OccurrenceBook(World world, JobId job) {
        this.world = world;
        this.job = job;
    }

    void written(@Nullable Job before, JobChange change) {
        Job after = change.job();
        if (history.isEmpty() || history.get(history.size() - 1).status != after.status()) {
            history.add(new Period(world.agenda.nowMicros(), after.status()));
        }
        boolean redefined = before != null && before.revision() != after.revision();
        // What is settled at a seam was owed by the definition that ends there.
        JobDefinition owing = (before != null && redefined ? before : after).definition();
        Schedule schedule = new TestSchedules().compile(owing.schedule());
        for (RunRef ref : change.withdrawn()) {
            runs.values().removeIf(ref.id()::equals);
        }
        change.newRuns().forEach(this::claimed);
        change.skips().forEach(skip -> skipped(skip, schedule));
        Instant from = before == null
                ? after.plannedThrough()
                : before.plannedThrough().isBefore(after.plannedThrough())
                        ? before.plannedThrough()
                        : after.plannedThrough();
        if (redefined && after.plannedThrough().isBefore(owedAfter)) {
            world.violations.add("job " + job + " goes back behind the seam at " + owedAfter);
        }
        if (redefined || before == null) {
            owedAfter = after.plannedThrough();
        }
        lookBetween(from, after.plannedThrough(), owing, schedule);
    }

    /** True if it had one of these states at some moment of this time. */
    boolean was(long fromMicros, long toMicros, List<JobStatus> wanted) {
        for (int i = 0; i < history.size(); i++) {
            long end = i + 1 < history.size() ? history.get(i + 1).fromMicros : Long.MAX_VALUE;
            Period period = history.get(i);
            if (wanted.contains(period.status) && period.fromMicros <= toMicros && end >= fromMicros) {
                return true;
            }
        }
        return false;
    }

    private void claimed(NewRun created) {
        if (created.run().trigger() == Trigger.SCHEDULE) {
            Instant nominal = created.run().nominalAt();
            RunId other = runs.put(nominal, created.run().id());
            if (other != null || skipped.containsKey(nominal)) {
                world.violations.add("job " + job + " has a second run for " + nominal + ", or has skipped it before");
            }
        }
    }

    private void skipped(SkipRange skip, Schedule schedule) {
        long n = 0;
        Instant at = skip.nominalFirst();
        while (at != null && !at.isAfter(skip.nominalLast())) {
            n++;
            if (skipped.put(at, true) != null || runs.containsKey(at)) {
                world.violations.add("job " + job + " skips " + at + ", which it has dealt with");
            }
            at = schedule.nextAfter(at);
        }
        if (n != skip.n()) {
            world.violations.add("job " + job + " counts " + skip.n() + " skips instead of " + n);
        }
    }

    private void lookBetween(Instant from, Instant through, JobDefinition owing, Schedule schedule) {
        Instant endsAt = owing.endsAt();
        Instant nominal = schedule.nextAfter(from);
        while (nominal != null && !nominal.isAfter(through) && (endsAt == null || nominal.isBefore(endsAt))) {
            if (!runs.containsKey(nominal) && !skipped.containsKey(nominal)) {
                world.violations.add("job " + job + " has neither run nor skip for " + nominal);
            }
            nominal = schedule.nextAfter(nominal);
        }
        Instant last = runs.isEmpty() ? through : runs.lastKey();
        if (last.isAfter(through)) {
            world.violations.add("job " + job + " has a run for " + last + " but is planned through " + through);
        }
    }
}
