package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Fault;
import io.carillon.verify.evidence.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What no fault touched is called in time. What one touched is called before long, once all is quiet. A cluster becomes whole again, and
 * then calls come.
 */
final class LateLaw implements Law {
    private static final double P99 = 0.99;

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        List<Wait> waits = Waits.of(file);
        for (Wait wait : waits) {
            lookAtWait(file, wait, found);
        }
        lookAtAll(file, waits, found);
        List<Due> dues = dues(file);
        for (Fault fault : file.evidence().faults()) {
            lookAfter(file, fault, dues, found);
        }
        for (JobFile job : file.jobs().values()) {
            job.runs().forEach(run -> lookAtLimit(file, job, run, found));
        }
    }

    private static void lookAtWait(CaseFile file, Wait wait, Consumer<Violation> found) {
        Tolerances tolerances = file.tolerances();
        if (!wait.disturbed() && wait.late().compareTo(tolerances.lateMax()) > 0) {
            found.accept(new Violation(
                    Verdict.LATE,
                    wait.job(),
                    wait.run(),
                    wait.from(),
                    "run " + wait.run() + " could start at " + wait.from() + " and did " + wait.late()
                            + " later, though no fault touched it; allowed is " + tolerances.lateMax()));
        }
        if (wait.disturbed() && wait.quiet().compareTo(tolerances.recovery()) > 0) {
            found.accept(new Violation(
                    Verdict.RECOVERY,
                    wait.job(),
                    wait.run(),
                    wait.from(),
                    "run " + wait.run() + " could start at " + wait.from() + " and did " + wait.late()
                            + " later, of which " + wait.quiet() + " no fault was going on; allowed is "
                            + tolerances.recovery()));
        }
    }

    private static void lookAtAll(CaseFile file, List<Wait> waits, Consumer<Violation> found) {
        Duration p99 = Percentiles.of(
                waits.stream().filter(wait -> !wait.disturbed()).map(Wait::late).toList(), P99);
        if (p99.compareTo(file.tolerances().lateP99()) > 0) {
            found.accept(new Violation(
                    Verdict.LATE,
                    null,
                    null,
                    file.evidence().setting().startedAt(),
                    "of the runs that no fault touched, one in a hundred was late by " + p99 + " or more; allowed is "
                            + file.tolerances().lateP99()));
        }
    }

    private record Due(Instant at, int shard) {}

    private static List<Due> dues(CaseFile file) {
        return file.jobs().values().stream()
                .flatMap(job -> file.debtsOf(job).stream().map(debt -> new Due(debt.from(), CaseFile.shardOf(job))))
                .toList();
    }

    /** Something was due around its end, so calls must have come soon after it. */
    private static void lookAfter(CaseFile file, Fault fault, List<Due> dues, Consumer<Violation> found) {
        Instant healed = fault.healthyAt();
        if (healed == null) {
            found.accept(new Violation(
                    Verdict.RECOVERY,
                    null,
                    null,
                    fault.from(),
                    named(fault) + " was over at " + fault.to() + ", and the cluster was not seen whole again"));
            return;
        }
        Duration recovery = file.tolerances().recovery();
        Instant deadline = file.quiet().after(Quiet.ANY_SHARD, healed, recovery);
        if (deadline.isAfter(file.readAt())) {
            return;
        }
        Instant inTime = deadline.minus(file.tolerances().lateMax());
        boolean due = dues.stream()
                .anyMatch(each ->
                        Quiet.touches(fault, each.shard) && each.at.isAfter(healed) && !each.at.isAfter(inTime));
        Optional<Instant> next = file.evidence().calls().stream()
                .map(Call::arrivedAt)
                .filter(at -> at.isAfter(healed))
                .min(Comparator.naturalOrder());
        if (due && (next.isEmpty() || next.get().isAfter(deadline))) {
            found.accept(new Violation(
                    Verdict.RECOVERY,
                    null,
                    null,
                    healed,
                    named(fault) + " was healed at " + healed + ", and the next call came "
                            + next.map(at -> "at " + at).orElse("never")));
        }
    }

    private static String named(Fault fault) {
        return "fault " + fault.number() + ", " + fault.kind() + " of " + fault.whom() + ",";
    }

    /** Whatever waits longer than the job allows is not started any more. */
    private static void lookAtLimit(CaseFile file, JobFile job, RunFile run, Consumer<Violation> found) {
        Optional<Duration> limit = job.definitions().values().stream()
                .map(definition -> Optional.ofNullable(definition.definition().startBefore()))
                .reduce((a, b) ->
                        a.isEmpty() || b.isEmpty() ? Optional.empty() : a.get().compareTo(b.get()) < 0 ? b : a)
                .flatMap(longest -> longest);
        if (limit.isEmpty() || !run.isCalled() || run.trigger() == Trigger.BACKFILL) {
            return;
        }
        Call first = run.calls().get(0);
        Instant taken = run.firstStart().orElseThrow();
        Instant start = run.startOf(first).isBefore(taken) ? run.startOf(first) : taken;
        if (start.isAfter(run.dueAt().plus(limit.get()).plus(file.slack()))) {
            found.accept(new Violation(
                    Verdict.LATE,
                    job.id(),
                    run.id(),
                    first.arrivedAt(),
                    run.named() + " was due at " + run.dueAt() + " and had to start within " + limit.get()
                            + "; it started at " + start));
        }
    }
}
