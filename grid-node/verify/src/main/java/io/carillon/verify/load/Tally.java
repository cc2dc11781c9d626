package io.carillon.verify.load;

import io.carillon.verify.evidence.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How many requests ended how. Thread-safe. */
public final class Tally {

    private final Map<Outcome, AtomicLong> counts = new EnumMap<>(Outcome.class);

    Tally() {
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new AtomicLong());
        }
    }

    void add(Outcome outcome) {
        count(outcome).incrementAndGet();
    }

    public long of(Outcome outcome) {
        return count(outcome).get();
    }

    private AtomicLong count(Outcome outcome) {
        AtomicLong count = counts.get(outcome);
        if (count == null) {
            throw new IllegalStateException("no count of " + outcome);
        }
        return count;
    }
}
