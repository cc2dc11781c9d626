package io.carillon.member.wiring;

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
    private final Counter checkpointsSaved;
    private final Counter checkpointsStale;
    private final Counter notesDropped;

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
        checkpointsSaved = checkpoints(meters, "saved");
        checkpointsStale = checkpoints(meters, "stale");
        notesDropped = Counter.builder("carillon.notes.dropped")
                .description(
                        "Progress, log lines and checkpoints of workers that found no room while the store was slow")
                .register(meters);
    }

    private static Counter checkpoints(MeterRegistry meters, String outcome) {
        return Counter.builder("carillon.checkpoints")
                .description("Checkpoints of handlers, by whether their attempt still had the right to save one")
                .tag("outcome", outcome)
                .register(meters);
    }

    @Override
    public void checkpoint(boolean saved) {
        (saved ? checkpointsSaved : checkpointsStale).increment();
    }

    @Override
    public void notesDropped(int notes) {
        notesDropped.increment(notes);
    }

    @Override
    public void revoked(int attempts) {
        revocations.increment(attempts);
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
