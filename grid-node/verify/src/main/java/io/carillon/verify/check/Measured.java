package io.carillon.verify.check;

import io.carillon.verify.evidence.Fault;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.RunSaid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes the figures of a check. */
final class Measured {

    private Measured() {}

    static Figures of(CaseFile file, List<Wait> waits) {
        long called = file.runs().values().stream().filter(RunFile::isCalled).count();
        List<RunFile> all = List.copyOf(file.runs().values());
        return new Figures(
                file.jobs().size(),
                requests(file, Outcome.ACKNOWLEDGED),
                requests(file, Outcome.REFUSED),
                requests(file, Outcome.UNKNOWN),
                file.jobs().values().stream()
                        .mapToLong(job -> file.debtsOf(job).size())
                        .sum(),
                called,
                file.evidence().calls().size(),
                file.evidence().calls().size() - called,
                all.stream().mapToLong(run -> lapses(run).size()).sum(),
                all.stream()
                        .mapToLong(run -> lapses(run).stream()
                                .filter(attempt -> isQuiet(file, run, attempt))
                                .count())
                        .sum(),
                lateness(waits, false),
                lateness(waits, true),
                recoveries(file, waits));
    }

    private static long requests(CaseFile file, Outcome outcome) {
        return file.evidence().requests().stream()
                .filter(request -> request.outcome() == outcome)
                .count();
    }

    private static List<RunSaid.AttemptSaid> lapses(RunFile run) {
        return run.attempts().stream()
                .filter(attempt ->
                        attempt.end().equals("lapsed") || attempt.end().equals("handed_back"))
                .toList();
    }

    private static boolean isQuiet(CaseFile file, RunFile run, RunSaid.AttemptSaid attempt) {
        Instant from = attempt.startedAt() == null ? run.dueAt() : attempt.startedAt();
        Instant to = attempt.endedAt() == null ? file.readAt() : attempt.endedAt();
        return !file.quiet()
                .isUnderFault(
                        Quiet.shardOf(run.id()), from.minus(file.tolerances().recovery()), to);
    }

    private static Figures.Lateness lateness(List<Wait> waits, boolean disturbed) {
        List<Duration> late = waits.stream()
                .filter(wait -> wait.disturbed() == disturbed)
                .map(Wait::late)
                .toList();
        return new Figures.Lateness(
                late.size(), Percentiles.of(late, 0.5), Percentiles.of(late, 0.99), Percentiles.of(late, 1));
    }

    private static List<Figures.Recovery> recoveries(CaseFile file, List<Wait> waits) {
        List<Figures.Recovery> recoveries = new ArrayList<>();
        for (Fault fault : file.evidence().faults()) {
            Instant healed = fault.healthyAt();
            if (healed != null) {
                Duration took = waits.stream()
                        .filter(wait -> wait.from().isBefore(healed)
                                && wait.from().plus(wait.late()).isAfter(healed))
                        .map(wait -> Duration.between(healed, wait.from().plus(wait.late())))
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO);
                recoveries.add(new Figures.Recovery(fault.number(), took));
            }
        }
        return recoveries;
    }
}
