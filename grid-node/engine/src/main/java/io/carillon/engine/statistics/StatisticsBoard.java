package io.carillon.engine.statistics;

import java.util.Optional;

/** Where windows of statistics can be read. May ask another member. Thread-safe. */
public interface StatisticsBoard {

    /** False: nobody makes any, since it is switched off. */
    boolean on();

    /** The newest window; empty if nothing happened in it. */
    Optional<StatWindow> find(StatKey key);

    /** Where it is switched off. */
    StatisticsBoard OFF = new StatisticsBoard() {
        @Override
        public boolean on() {
            return false;
        }

        @Override
        public Optional<StatWindow> find(StatKey key) {
            return Optional.empty();
        }
    };
}
