package io.carillon.verify.check;

import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.Request;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/** Ledgers close, by their own words and by ours: what was owed is in a run or a skip, and nothing else is. */
final class LedgerLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (JobFile job : file.jobs().values()) {
            if (job.ledgers().isEmpty()) {
                continue;
            }
            Set<Instant> debts = new HashSet<>();
            file.debtsOf(job).forEach(debt -> debts.add(debt.nominal()));
            for (LedgerSaid page : job.ledgers()) {
                lookAtPage(job, page, found);
                lookAtRuns(file, job, page, found);
                debts.stream()
                        .sorted()
                        .filter(nominal -> isOn(page, nominal) && !holds(page, nominal))
                        .forEach(nominal -> found.accept(
                                violation(job, nominal, "owed " + nominal + ", which is in neither a run nor a skip")));
                page.skips().forEach(skip -> lookAtSkip(job, skip, found));
            }
        }
    }

    private static void lookAtPage(JobFile job, LedgerSaid page, Consumer<Violation> found) {
        if (page.unaccounted() != 0 || !page.discrepancies().isEmpty()) {
            found.accept(violation(
                    job,
                    page.from(),
                    "has " + page.unaccounted() + " unaccounted occurrences by its own ledger: "
                            + page.discrepancies()));
        }
        long told = page.runs().size()
                + page.skips().stream().mapToLong(LedgerSaid.Skip::n).sum();
        if (told + page.unaccounted() != page.expected()) {
            found.accept(violation(
                    job,
                    page.from(),
                    "expects " + page.expected() + " in its ledger, and lists " + told + " runs and skips"));
        }
    }

    private static boolean isOn(LedgerSaid page, Instant nominal) {
        return !nominal.isBefore(page.from()) && nominal.isBefore(page.to()) && !nominal.isAfter(page.plannedThrough());
    }

    private static boolean holds(LedgerSaid page, Instant nominal) {
        return page.runs().stream().anyMatch(entry -> entry.nominalAt().equals(nominal))
                || page.skips().stream().anyMatch(skip -> Excuses.covers(skip, nominal));
    }

    private static void lookAtRuns(CaseFile file, JobFile job, LedgerSaid page, Consumer<Violation> found) {
        Map<UUID, LedgerSaid.Entry> entries = new HashMap<>();
        for (LedgerSaid.Entry entry : page.runs()) {
            if (entries.put(entry.run(), entry) != null) {
                found.accept(violation(job, entry.nominalAt(), "lists run " + entry.run() + " twice in its ledger"));
            }
            boolean named =
                    job.definitionsAt(entry.nominalAt()).stream().anyMatch(each -> each.names(entry.nominalAt()))
                            || job.isOneOffThroughout();
            if (!named) {
                found.accept(violation(
                        job, entry.nominalAt(), "lists a run for " + entry.nominalAt() + ", which is no time of it"));
            }
        }
        job.scheduled()
                .filter(run -> run.isCalled() && isOn(page, run.nominalAt()))
                .filter(run -> !run.nominalAt().isAfter(file.judgedUntil()))
                .forEach(run -> {
                    LedgerSaid.Entry entry = entries.get(run.id());
                    if (entry == null) {
                        found.accept(violation(
                                job,
                                run.nominalAt(),
                                "was called for " + run.nominalAt() + " as run " + run.id()
                                        + ", which its ledger does not list"));
                    } else if (run.said() != null
                            && run.said().terminal()
                            && !run.said().status().equals(entry.status())) {
                        found.accept(violation(
                                job,
                                run.nominalAt(),
                                "lists run " + run.id() + " as " + entry.status() + "; it is shown as "
                                        + run.said().status()));
                    }
                });
    }

    /** Counted again, where it is certain which definition counted. */
    private static void lookAtSkip(JobFile job, LedgerSaid.Skip skip, Consumer<Violation> found) {
        Set<JobState> states = job.story().during(skip.nominalFirst(), skip.nominalLast());
        List<Long> definitions =
                states.stream().map(JobState::definition).distinct().toList();
        Optional<DefinitionFile> only = definitions.size() == 1
                ? Optional.ofNullable(job.definitions().get(definitions.get(0)))
                : Optional.empty();
        only.filter(definition -> definition.known() && definition.definition().runAt() == null)
                .ifPresent(definition -> {
                    TreeSet<Instant> counted = new TreeSet<>(definition
                            .slots()
                            .subMap(skip.nominalFirst(), skip.nominalLast().plusNanos(1))
                            .keySet());
                    if (counted.size() != skip.n()) {
                        found.accept(violation(
                                job,
                                skip.nominalFirst(),
                                "skips " + skip.n() + " (" + skip.reason() + ") from " + skip.nominalFirst() + " to "
                                        + skip.nominalLast() + "; its schedule names " + counted.size()));
                    }
                });
        boolean fits = switch (skip.reason()) {
            case "paused" -> states.stream().anyMatch(JobState::isStopped);
            case "deleted" ->
                states.stream().anyMatch(state -> state.mode() == JobState.Mode.DELETED)
                        || job.requests(Request.Kind.DELETE).findAny().isPresent();
            case "misfire", "overlap", "ended" -> true;
            default -> false;
        };
        if (!fits) {
            found.accept(violation(
                    job,
                    skip.nominalFirst(),
                    "skips " + skip.n() + " from " + skip.nominalFirst() + " to " + skip.nominalLast() + " as "
                            + skip.reason() + ", which it was not"));
        }
    }

    private static Violation violation(JobFile job, Instant at, String words) {
        return new Violation(Verdict.LEDGER, job.id(), null, at, job.named() + " " + words);
    }
}
