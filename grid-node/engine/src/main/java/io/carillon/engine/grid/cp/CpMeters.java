package io.carillon.engine.grid.cp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** How the CP group is, and what was done for it. */
final class CpMeters {

    private final Counter promotions;
    private final Counter removals;
    private final Counter resets;

    CpMeters(MeterRegistry registry, Supplier<CpView> view) {
        Gauge.builder("carillon.cp.seats", view, from -> from.get().seats())
                .description("Members that the CP group should have; 0: there is none")
                .register(registry);
        Gauge.builder("carillon.cp.members", view, from -> from.get().members())
                .description("Members of the CP group, 0 while it does not answer")
                .register(registry);
        Gauge.builder("carillon.cp.whole", view, from -> from.get().whole() ? 1 : 0)
                .description("1 while the CP group has all its members and answers, or there is none")
                .register(registry);
        this.promotions = counter(registry, "promotions", "Times this member took an empty seat of the CP group");
        this.removals = counter(registry, "removals", "Times this member gave up the seat of its own dead predecessor");
        this.resets = counter(registry, "resets", "Times this member had the CP group begin anew");
    }

    private static Counter counter(MeterRegistry registry, String what, String description) {
        return Counter.builder("carillon.cp." + what).description(description).register(registry);
    }

    void promoted() {
        promotions.increment();
    }

    void removed() {
        removals.increment();
    }

    void reset() {
        resets.increment();
    }
}
