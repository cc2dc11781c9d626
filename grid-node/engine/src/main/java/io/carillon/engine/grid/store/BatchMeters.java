package io.carillon.engine.grid.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** How batches of job changes fare in the map. */
final class BatchMeters {

    private final Counter mapFirst;
    private final Counter sqlFirst;
    private final Counter conflicts;
    private final Counter outOfOrder;
    private final Counter copied;
    private final Counter unanswered;

    BatchMeters(MeterRegistry registry) {
        this.mapFirst = path(registry, "map_first");
        this.sqlFirst = path(registry, "sql_first");
        this.conflicts = counter(registry, "conflicts", "Batches stopped because memory was newer than the decision");
        this.outOfOrder = counter(
                registry, "out.of.order", "Batches stored before they were decided whole; must stay 0: see the log");
        this.copied = counter(registry, "copied", "Batches whose values reached the store as copies; must stay 0");
        this.unanswered = counter(registry, "unanswered", "Batches that the map did not carry to the database");
    }

    private static Counter path(MeterRegistry registry, String path) {
        return Counter.builder("carillon.map.batches")
                .description("Batches of job changes")
                .tag("path", path)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String what, String description) {
        return Counter.builder("carillon.map.batches." + what)
                .description(description)
                .register(registry);
    }

    void mapFirst() {
        mapFirst.increment();
    }

    void sqlFirst() {
        sqlFirst.increment();
    }

    void unanswered() {
        unanswered.increment();
    }

    void ended(JobBatch batch) {
        conflicts.increment(batch.conflict() == null ? 0 : 1);
        outOfOrder.increment(batch.outOfOrder() ? 1 : 0);
        copied.increment(batch.copied() ? 1 : 0);
    }
}
