package io.carillon.engine.shard;

import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunTransition;
import java.time.Duration;

/** What happens in a loop, for counters and gauges. Called on loop threads; must not block. */
public interface LoopEvents {

    /** A run was claimed, this long after (or, negative, before) its due time. */
    void claimed(String pool, Duration lateness);

    void skipped(SkipReason reason, long occurrences);

    /** A move of a run became durable. */
    void moved(RunTransition transition, String pool);

    /** The same, with all that is known of it: what the run was, and what it has become. */
    default void moved(Run before, Moved moved) {
        moved(moved.transition(), moved.run().pool());
    }

    /** An attempt started, this long after its run was eligible. */
    void started(String pool, Duration delay);

    /** A report was refused for its token. */
    void staleReport();

    /** A write was refused because another owner had raised the epoch. */
    void epochLost(int shard);

    /** A write was refused because the row had moved. */
    void versionLost();

    /** The store refused a row for its own sake. */
    void rejected(String what);

    /** A run was not started, since as many of its owner run as may at once; it stays in the ready order. */
    default void overMaxRunning(String pool) {}

    /** Runs that had waited in the store alone came into memory. */
    default void pagedIn(int runs) {}

    /** A comparison with the store found something that memory should have had. */
    void reconciled(String what, int count);

    /** Queued runs were found nowhere in memory, longer after their time than may be; they are offered again. */
    void queueDeadlinePassed(int runs);

    /** The store did not answer. */
    void storeUnavailable();

    /**
     * A job is planned by newer rules of its time zone.
     *
     * @param moved whether its next time is another one
     */
    default void replanned(boolean moved) {}

    /** Counts nothing. */
    LoopEvents NONE = new LoopEvents() {
        @Override
        public void claimed(String pool, Duration lateness) {}

        @Override
        public void skipped(SkipReason reason, long occurrences) {}

        @Override
        public void moved(RunTransition transition, String pool) {}

        @Override
        public void started(String pool, Duration delay) {}

        @Override
        public void staleReport() {}

        @Override
        public void epochLost(int shard) {}

        @Override
        public void versionLost() {}

        @Override
        public void rejected(String what) {}

        @Override
        public void reconciled(String what, int count) {}

        @Override
        public void queueDeadlinePassed(int runs) {}

        @Override
        public void storeUnavailable() {}
    };
}
