package io.carillon.engine.grid.handoff;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.grid.outbox.Outbox;
import io.carillon.engine.port.HandOff.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts offers into gateways' queues. The queue's own call waits for an answer, so each gateway has an outbox, and an
 * offer that finds no room is lost: its owner offers it again.
 */
final class OfferSender {

    private static final Logger log = LoggerFactory.getLogger(OfferSender.class);

    private static final int WAITING_MAX = 50_000;
    private static final int BATCH_MAX = 500;

    /** @param through see {@link OfferBatch#sentThrough} */
    private record Sending(Offer offer, String queue, long through) {}

    private final HazelcastInstance grid;
    private final Supplier<String> self;
    private final Executor executor;
    private final HandOffMeters meters;
    private final Map<String, Outbox<Sending>> outboxes = new ConcurrentHashMap<>();

    /** @param executor may be made to wait by as many tasks as there are gateways */
    OfferSender(HazelcastInstance grid, Supplier<String> self, Executor executor, HandOffMeters meters) {
        this.grid = grid;
        this.self = self;
        this.executor = executor;
        this.meters = meters;
    }

    /** To one gateway, in order of {@code sentThrough}. */
    void send(GatewayBook.Share share, List<Offer> offers) {
        long through = share.sentThrough() - offers.size();
        List<Sending> sendings = new ArrayList<>(offers.size());
        for (Offer offer : offers) {
            sendings.add(new Sending(offer, share.queue(), ++through));
        }
        Outbox<Sending> outbox = outboxes.computeIfAbsent(
                share.memberId(),
                any -> new Outbox<>(executor, WAITING_MAX, BATCH_MAX, this::put, (batch, error) -> {
                    log.debug("offers were not taken gateway={} n={}", share.memberId(), batch.size(), error);
                    meters.refused(batch.size());
                }));
        if (!outbox.add(sendings)) {
            meters.refused(sendings.size());
        }
    }

    void forget(String memberId) {
        outboxes.remove(memberId);
    }

    private CompletableFuture<Void> put(List<Sending> batch) {
        Map<Capability, List<Sending>> byCapability = new LinkedHashMap<>();
        batch.forEach(sending -> byCapability
                .computeIfAbsent(sending.offer.capability(), any -> new ArrayList<>())
                .add(sending));
        long through = batch.get(batch.size() - 1).through;
        String queue = batch.get(batch.size() - 1).queue;
        byCapability.forEach((capability, sendings) -> {
            List<Offer> offers = sendings.stream().map(Sending::offer).toList();
            if (grid.<OfferBatch>getQueue(queue).offer(new OfferBatch(self.get(), through, capability, offers))) {
                meters.sent(offers.size());
            } else {
                meters.refused(offers.size());
            }
        });
        return CompletableFuture.completedFuture(null);
    }
}
