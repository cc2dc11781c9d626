package io.carillon.member.wiring;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names of pools as values of a metric's label. Whoever may make jobs may name any pool, and each would be a time series for ever: the first
 * ones have their own, all later ones one together. Thread-safe.
 */
public final class PoolLabels {

    /** For all pools beyond the bound. */
    public static final String OTHERS = "_others_";

    private final int most;
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    /** @param most pools with a name of their own; threads that ask at once may get a few more */
    public PoolLabels(int most) {
        this.most = most;
    }

    public String of(String pool) {
        if (named.contains(pool)) {
            return pool;
        }
        if (named.size() >= most) {
            return OTHERS;
        }
        named.add(pool);
        return pool;
    }
}
