package io.carillon.engine.grid.lease;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What is asked of the leases, and how often the grid did not answer. */
final class LeaseMeters {

    private final Counter renewed;
    private final Counter missing;
    private final Counter failed;
    private final Counter expired;

    LeaseMeters(MeterRegistry registry) {
        this.renewed = counter(registry, "carillon.leases.renewed", "Leases renewed by heartbeats");
        this.missing = counter(registry, "carillon.leases.missing", "Renewals that found no lease of their token");
        this.failed = counter(registry, "carillon.leases.failed", "Entries of leases for which the grid had no answer");
        this.expired = counter(registry, "carillon.leases.expired", "Entries of leases whose time to live ended here");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    void renewed(int leases) {
        renewed.increment(leases);
    }

    void missing(int leases) {
        missing.increment(leases);
    }

    void failed(int leases) {
        failed.increment(leases);
    }

    void expired() {
        expired.increment();
    }
}
