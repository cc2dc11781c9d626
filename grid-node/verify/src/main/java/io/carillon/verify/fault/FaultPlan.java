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

    private static final Set<FaultKind> RARE = EnumSet.of(FaultKind.ROLLING_RESTART, FaultKind.EVERYTHING);
    private static final int RARE_EVERY = 6;

    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /**
     * @param kinds none: no faults
     * @param every from the start of one to the start of the next
     * @param until after the beginning of the load; the last fault starts so early that a short one ends by then
     */
    public static FaultPlan of(long seed, Set<FaultKind> kinds, Duration every, Duration until) {
        RandomGenerator chance = RandomGeneratorFactory.of(GENERATOR).create(seed);
        List<PlannedFault> faults = new ArrayList<>();
        Duration last = until.minus(SHORT_MAX);
        for (Duration at = every.dividedBy(2); !kinds.isEmpty() && at.compareTo(last) <= 0; at = at.plus(every)) {
            Duration longest = chance.nextBoolean() ? SHORT_MAX : LENGTH_MAX;
            faults.add(new PlannedFault(
                    at,
                    preference(chance, kinds),
                    chance.nextInt(0, Integer.MAX_VALUE),
                    Duration.ofMillis(chance.nextLong(LENGTH_MIN.toMillis(), longest.toMillis() + 1)),
                    chance.nextBoolean() ? 1 : -1));
        }
        return new FaultPlan(faults);
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
