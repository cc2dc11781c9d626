package io.carillon.verify.check;

import static io.carillon.verify.check.JobState.Mode.ACTIVE;
import static io.carillon.verify.check.JobState.Mode.DELETED;

import io.carillon.verify.evidence.Definition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An occurrence that was surely owed.
 *
 * @param from when its run could be called at the latest, jitter included
 */
record Debt(Instant nominal, Instant from, DefinitionFile definition) {

    /**
     * Of one job, by nominal time.
     *
     * @param until what could be called later is not looked at
     * @param slack what clocks may differ by
     */
    static List<Debt> of(JobFile job, Instant until, Duration slack) {
        Set<Instant> nominals = new TreeSet<>();
        job.definitions()
                .values()
                .forEach(definition -> nominals.addAll(definition.slots().keySet()));
        List<Debt> debts = new ArrayList<>();
        boolean once = job.isOneOffThroughout();
        for (Instant nominal : nominals) {
            Optional<Debt> debt = once ? once(job, nominal, until, slack) : repeated(job, nominal);
            debt.filter(each -> !each.from.isAfter(until)).ifPresent(debts::add);
        }
        return debts;
    }

    private static Optional<Debt> repeated(JobFile job, Instant nominal) {
        DefinitionFile owing = null;
        Duration longest = Duration.ZERO;
        for (JobState state : job.story().at(nominal)) {
            DefinitionFile definition = job.definitions().get(state.definition());
            if (definition == null
                    || !state.owes(definition.request().number())
                    || !definition.slots().containsKey(nominal)
                    || definition.definition().runAt() != null) {
                return Optional.empty();
            }
            Duration window = definition.slots().getOrDefault(nominal, Duration.ZERO);
            if (owing == null || window.compareTo(longest) > 0) {
                owing = definition;
                longest = window;
            }
        }
        return owing == null ? Optional.empty() : Optional.of(new Debt(nominal, nominal.plus(longest), owing));
    }

    /**
     * A one-off is owed from its time on, or from when its definition or a resume took effect, if that was later. A past time is owed all
     * the same, if nothing was owed before it.
     */
    private static Optional<Debt> once(JobFile job, Instant runAt, Instant until, Duration slack) {
        return job.definitions().values().stream()
                .filter(definition -> definition.slots().containsKey(runAt))
                .flatMap(definition -> onceBy(job, definition, runAt, until, slack).stream())
                .findFirst();
    }

    private static Optional<Debt> onceBy(
            JobFile job, DefinitionFile definition, Instant runAt, Instant until, Duration slack) {
        Instant open = latest(runAt, definition.request().answeredAt().plus(slack));
        Optional<Instant> from = job.story().firstCertain(open, until, state -> owes(job, state, definition));
        boolean everOther = from.isPresent()
                && job.story().during(open, from.get()).stream()
                        .anyMatch(state ->
                                state.mode() == DELETED || (!state.isStopped() && !owes(job, state, definition)));
        if (from.isEmpty() || everOther) {
            return Optional.empty();
        }
        boolean skippable = definition.misfire() == Definition.Misfire.SKIP
                && from.get().isAfter(runAt.plus(definition.misfireAfter()));
        return skippable ? Optional.empty() : Optional.of(new Debt(runAt, from.get(), definition));
    }

    /** By whichever request: a change that is repeated brings the same definition under another number. */
    private static boolean owes(JobFile job, JobState state, DefinitionFile definition) {
        DefinitionFile inForce = job.definitions().get(state.definition());
        return state.mode() == ACTIVE && inForce != null && inForce.definition().equals(definition.definition());
    }

    private static Instant latest(Instant a, Instant b) {
        return a.isBefore(b) ? b : a;
    }
}
