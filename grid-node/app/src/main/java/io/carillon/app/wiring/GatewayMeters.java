package io.carillon.app.wiring;

import io.carillon.engine.gateway.GatewayEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * A gateway's counters. Stale reports are not among them: their owner counts each, wherever the gateway is that carried it.
 */
final class GatewayMeters implements GatewayEvents {

    private final Counter revocations;
    private final Counter renewalsFailed;
    private final Counter offersDropped;

    GatewayMeters(MeterRegistry meters) {
        revocations = Counter.builder("carillon.revocations")
                .description("Attempts that a worker was told it has lost")
                .register(meters);
        renewalsFailed = Counter.builder("carillon.renewals.failed")
                .description("Heartbeats not acknowledged, since leases could not be renewed")
                .register(meters);
        offersDropped = Counter.builder("carillon.offers.dropped")
                .description("Handed-off runs forgotten for want of room, offered again by their owners")
                .register(meters);
    }

    @Override
    public void revoked() {
        revocations.increment();
    }

    @Override
    public void renewalFailed() {
        renewalsFailed.increment();
    }

    @Override
    public void offersDropped(int runs) {
        offersDropped.increment(runs);
    }
}
