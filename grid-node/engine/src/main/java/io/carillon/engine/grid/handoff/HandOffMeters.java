package io.carillon.engine.grid.handoff;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What is handed to other members' gateways, and what is lost on the way. */
final class HandOffMeters {

    private final Counter sent;
    private final Counter refused;
    private final Counter received;
    private final Counter rehomed;
    private final Counter stopsLost;

    HandOffMeters(MeterRegistry registry) {
        this.sent = counter(registry, "sent", "Runs put into gateways' queues");
        this.refused = counter(registry, "refused", "Runs that a gateway's queue did not take; they are offered again");
        this.received = counter(registry, "received", "Runs taken out of this gateway's queue");
        this.rehomed = counter(registry, "rehomed", "Times this gateway's queue moved after its partition");
        this.stopsLost = counter(
                registry,
                "stops.lost",
                "Words that an attempt must stop which did not leave; heartbeats bring them again");
    }

    private static Counter counter(MeterRegistry registry, String what, String description) {
        return Counter.builder("carillon.handoff." + what)
                .description(description)
                .register(registry);
    }

    void sent(int runs) {
        sent.increment(runs);
    }

    void refused(int runs) {
        refused.increment(runs);
    }

    void received(int runs) {
        received.increment(runs);
    }

    void stopsLost(int words) {
        stopsLost.increment(words);
    }

    void rehomed() {
        rehomed.increment();
    }
}
