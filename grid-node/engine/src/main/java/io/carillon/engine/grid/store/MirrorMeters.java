package io.carillon.engine.grid.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What became of the news for one map. */
final class MirrorMeters {

    private final Counter mirrored;
    private final Counter dropped;

    MirrorMeters(MeterRegistry registry, String map) {
        this.mirrored = Counter.builder("carillon.map.mirrored")
                .description("Entries brought up to their rows")
                .tag("map", map)
                .register(registry);
        this.dropped = Counter.builder("carillon.map.mirror.dropped")
                .description("News that did not reach the map; the database has it")
                .tag("map", map)
                .register(registry);
    }

    void mirrored(int entries) {
        mirrored.increment(entries);
    }

    void dropped(int entries) {
        dropped.increment(entries);
    }
}
