package io.carillon.engine.sim;

import java.util.EnumMap;
import java.util.Map;

/** Which faults a seed has, and how many of them: some seeds have next to none, others nearly all. */
final class FaultMix {

    /** A seed with each fault in this many hundredths of all. */
    private static final int[] BREADTHS = {5, 15, 30, 50, 90};

    private final Chance chance;
    private final Map<Fault, Integer> measures = new EnumMap<>(Fault.class);
    private boolean calm;

    FaultMix(Chance chance) {
        this.chance = chance;
        int breadth = BREADTHS[chance.below(BREADTHS.length)];
        for (Fault fault : Fault.values()) {
            boolean has = chance.below(100) < breadth;
            int measure = fault.kind == Fault.Kind.SHARE
                    ? chance.between(1, fault.measure)
                    : chance.between(fault.measure / 2 + 1, fault.measure * 4);
            if (has) {
                measures.put(fault, measure);
            }
        }
    }

    /** From now on nothing goes wrong. */
    void calm() {
        calm = true;
    }

    boolean isCalm() {
        return calm;
    }

    /** Whether it happens to this message, call or operation. */
    boolean hits(Fault fault) {
        return !calm && chance.perMille(measures.getOrDefault(fault, 0));
    }

    /** Seconds until it happens next; negative if it never does. */
    int secondsUntil(Fault fault) {
        Integer mean = measures.get(fault);
        return mean == null ? -1 : chance.between(0, 2 * mean);
    }

    @Override
    public String toString() {
        return measures.toString();
    }
}
