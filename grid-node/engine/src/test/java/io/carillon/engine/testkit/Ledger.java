package io.carillon.engine.testkit;

import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Every nominal time that a revision of a job owed, or that it is planned through, is in one run or in one skip, and nothing else is. */
public final class Ledger {

    private Ledger() {}

    public static List<String> faultsOf(Rows rows) {
        return faultsOf(rows, new TestSchedules());
    }

    public static List<String> faultsOf(Rows rows, ScheduleCompiler schedules) {
        List<String> faults = new ArrayList<>();
        rows.jobs().forEach(job -> check(rows, job, schedules, faults));
        return faults;
    }

    private static void check(Rows rows, Job job, ScheduleCompiler schedules, List<String> faults) {
        List<Run> runs = rows.runsOf(job.id()).stream()
                .filter(run -> run.trigger() == Trigger.SCHEDULE)
                .toList();
        List<SkipRange> skips = rows.skipsOf(job.id());
        long skipped = 0;
        int taken = 0;
        for (Rows.Revision revision : rows.revisionsOf(job.id())) {
            Schedule schedule = schedules.compile(revision.definition().schedule());
            Instant to = revision.to() == null ? job.plannedThrough() : revision.to();
            Instant endsAt = revision.definition().endsAt();
            for (Instant nominal = schedule.nextAfter(revision.from());
                    nominal != null && !nominal.isAfter(to) && (endsAt == null || nominal.isBefore(endsAt));
                    nominal = schedule.nextAfter(nominal)) {
                Instant at = nominal;
                long asRun =
                        runs.stream().filter(run -> run.nominalAt().equals(at)).count();
                long asSkip = skips.stream()
                        .filter(skip -> !at.isBefore(skip.nominalFirst()) && !at.isAfter(skip.nominalLast()))
                        .count();
                if (asRun + asSkip != 1) {
                    faults.add("job " + job.id() + " has " + asRun + " runs and " + asSkip + " skips for " + at);
                }
                skipped += asSkip;
                taken += (int) asRun;
            }
        }
        long counted = skips.stream().mapToLong(SkipRange::n).sum();
        if (counted != skipped) {
            faults.add("job " + job.id() + " counts " + counted + " skips instead of " + skipped);
        }
        if (taken != runs.size()) {
            faults.add(
                    "job " + job.id() + " has " + (runs.size() - taken) + " runs of times it is not planned through");
        }
    }
}
