package io.carillon.engine.statistics;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where windows of statistics can be read. May ask another member. Thread-safe. */
public interface StatisticsBoard {

    /** False: nobody makes any, since it is switched off. */
    boolean on();

    /**
     * The newest window of each; none of one to which nothing happened. That of a kind's others is there as long as windows are made at all:
     * it says how far they have come.
     */
    Map<StatKey, StatWindow> find(Set<StatKey> keys);

    /** The newest window; empty if nothing happened in it. */
    default Optional<StatWindow> find(StatKey key) {
        return Optional.ofNullable(find(Set.of(key)).get(key));
    }

    /** Where it is switched off. */
    StatisticsBoard OFF = new StatisticsBoard() {
        @Override
        public boolean on() {
            return false;
        }

        @Override
        public Map<StatKey, StatWindow> find(Set<StatKey> keys) {
            return Map.of();
        }
    };
}
