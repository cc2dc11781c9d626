package io.carillon.engine.grid.fence;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Where blocks of tokens came from, and what became of them. */
final class FenceMeters {

    private final Counter fromGrid;
    private final Counter fromStore;
    private final AtomicInteger source = new AtomicInteger();
    private final Counter seeded;
    private final Counter discarded;
    private final Counter failed;

    FenceMeters(MeterRegistry registry) {
        this.fromGrid = blocks(registry, "grid");
        this.fromStore = blocks(registry, "database");
        Gauge.builder("carillon.fences.source.grid", source, AtomicInteger::get)
                .description(
                        "1 if the last block came from the grid's counter, 0 if from the database or none has come")
                .register(registry);
        this.seeded = counter(registry, "seeded", "Times the grid's counter was found lost or behind and set anew");
        this.discarded =
                counter(registry, "discarded", "Tokens of blocks thrown away for lying below a run's last one");
        this.failed = counter(registry, "failed", "Times no block could be had");
    }

    private static Counter blocks(MeterRegistry registry, String source) {
        return Counter.builder("carillon.fences.blocks")
                .description("Blocks of fencing tokens taken")
                .tag("source", source)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String what, String description) {
        return Counter.builder("carillon.fences." + what)
                .description(description)
                .register(registry);
    }

    void fromGrid() {
        fromGrid.increment();
        source.set(1);
    }

    void fromStore() {
        fromStore.increment();
        source.set(0);
    }

    void seeded() {
        seeded.increment();
    }

    void discarded(long tokens) {
        discarded.increment((double) tokens);
    }

    void failed() {
        failed.increment();
    }
}
