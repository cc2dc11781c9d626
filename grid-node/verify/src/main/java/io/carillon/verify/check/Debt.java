package io.carillon.verify.check;

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
        for (JobState state : job.story().at(nominal)) {
            DefinitionFile definition = job.definitions().get(state.definition());
            if (definition == null
                    || !state.owes(definition.request().number())
                    || !definition.slots().containsKey(nominal)
                    || definition.definition().runAt() != null) {
                return Optional.empty();
            }
            owing = definition;
        }
        if (owing == null) {
            return Optional.empty();
        }
        Duration window = owing.slots().getOrDefault(nominal, Duration.ZERO);
        return Optional.of(new Debt(nominal, nominal.plus(window), owing));
    }

    /**
     * A one-off is owed from its time on, or from when its definition or a resume took effect, if that was later. A past time is owed all
     * the same, if nothing was owed before it.
     */
    private static Optional<Debt> once(JobFile job, Instant runAt, Instant until, Duration slack) {
        for (DefinitionFile definition : job.definitions().values()) {
            if (!definition.slots().containsKey(runAt)) {
                continue;
            }
            long number = definition.request().number();
            Instant open = latest(runAt, definition.request().answeredAt().plus(slack));
            Optional<Instant> from = job.story().firstCertain(open, until, state -> state.owes(number));
            boolean everOther = from.isPresent()
                    && job.story().during(open, from.get()).stream()
                            .anyMatch(state -> state.mode() == DELETED || (!state.isStopped() && !state.owes(number)));
            if (from.isEmpty() || everOther) {
                return Optional.empty();
            }
            boolean skippable = definition.misfire() == Definition.Misfire.SKIP
                    && from.get().isAfter(runAt.plus(definition.misfireAfter()));
            return skippable ? Optional.empty() : Optional.of(new Debt(runAt, from.get(), definition));
        }
        return Optional.empty();
    }

    private static Instant latest(Instant a, Instant b) {
        return a.isBefore(b) ? b : a;
    }
}
