package io.carillon.verify.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Which faults come when. The same seed, kinds and times give the same plan. */
public record FaultPlan(List<PlannedFault> faults) {

    private static final String GENERATOR = "L64X128MixRandom";
    private static final Duration LENGTH_MIN = Duration.ofSeconds(2);
    private static final Duration LENGTH_MAX = Duration.ofSeconds(30);
    /** Half of the faults are short ones, shorter than a lease. */
    private static final Duration SHORT_MAX = Duration.ofSeconds(8);
    /** So much of a short load one fault may take. */
    private static final int SHARE = 4;

    /** So many faults follow each other before the cluster is left alone. */
    private static final int SERIES = 6;
    /** What a cluster may take to be whole again after the last fault of a series. */
    private static final Duration HEALING = Duration.ofSeconds(20);
    /** How long runs fall due that no fault has touched. */
    private static final Duration UNTOUCHED = Duration.ofSeconds(15);
    /** Of a load, at most this part passes before the first fault. */
    private static final int LEAD_SHARE = 3;

    private static final Set<FaultKind> RARE = EnumSet.of(FaultKind.ROLLING_RESTART, FaultKind.EVERYTHING);
    private static final int RARE_EVERY = 6;

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /**
     * Faults come in series, with gaps long enough for what was lost to be told from what is late, and for runs that no fault touches.
     * The load begins with some of those.
     *
     * @param kinds none: no faults
     * @param every from the start of one to the start of the next of a series
     * @param calm what quiet time a run that a fault touched may take to start, and one that none touched
     * @param until after the beginning of the load; the last fault starts so early that a short one ends by then, and none is longer than a
     *     short one or a quarter of it
     */
    public static FaultPlan of(long seed, Set<FaultKind> kinds, Duration every, Duration calm, Duration until) {
        if (kinds.isEmpty()) {
            return new FaultPlan(List.of());
        }
        RandomGenerator chance = RandomGeneratorFactory.of(GENERATOR).create(seed);
        List<PlannedFault> faults = new ArrayList<>();
        Duration last = until.minus(SHORT_MAX);
        Duration lengthMax = longer(SHORT_MAX, shorter(LENGTH_MAX, until.dividedBy(SHARE)));
        Duration lead = shorter(calm, until.dividedBy(LEAD_SHARE));
        for (Duration at = longer(lead, every.dividedBy(2)); at.compareTo(last) <= 0; ) {
            Duration longest = chance.nextBoolean() ? SHORT_MAX : lengthMax;
            PlannedFault fault = new PlannedFault(
                    at,
                    preference(chance, kinds),
                    chance.nextInt(0, Integer.MAX_VALUE),
                    Duration.ofMillis(chance.nextLong(LENGTH_MIN.toMillis(), longest.toMillis() + 1)),
                    chance.nextBoolean() ? 1 : -1);
            faults.add(fault);
            Duration gap = fault.length().plus(HEALING).plus(calm).plus(UNTOUCHED);
            at = at.plus(faults.size() % SERIES == 0 ? longer(gap, every) : every);
        }
        return new FaultPlan(faults);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? b : a;
    }

    /** All kinds in some order; the rare ones, which take long, are seldom among the first. */
    private static List<FaultKind> preference(RandomGenerator chance, Set<FaultKind> kinds) {
        List<FaultKind> common = new ArrayList<>(EnumSet.copyOf(kinds));
        List<FaultKind> rare = new ArrayList<>(common);
        rare.retainAll(RARE);
        common.removeAll(RARE);
        shuffle(chance, common);
        shuffle(chance, rare);
        List<FaultKind> order = new ArrayList<>();
        if (chance.nextInt(RARE_EVERY) == 0) {
            order.addAll(rare);
            order.addAll(common);
        } else {
            order.addAll(common);
            if (common.isEmpty()) {
                order.addAll(rare);
            }
        }
        return order;
    }

    private static void shuffle(RandomGenerator chance, List<FaultKind> kinds) {
        for (int i = kinds.size() - 1; i > 0; i--) {
            Collections.swap(kinds, i, chance.nextInt(i + 1));
        }
    }
}
