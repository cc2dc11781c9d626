package io.carillon.engine.grid.handoff;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import io.carillon.engine.grid.outbox.Outbox;
import io.carillon.engine.port.Attempt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Word of attempts that must stop, to the gateways of all other members: who holds them, their owner does not know for
 * sure. A word may be lost; whoever holds such an attempt hears it again when he asks for its lease.
 */
final class StopLine {

    static final String TOPIC = "stops";

    private static final Logger log = LoggerFactory.getLogger(StopLine.class);

    private static final int WAITING_MAX = 100_000;
    private static final int BATCH_MAX = 1_000;

    private record Word(boolean lost, Attempt attempt) {}

    private final ITopic<StopBatch> topic;
    private final Outbox<Word> outbox;
    private final HandOffMeters meters;

    /** @param executor may be made to wait by one task */
    StopLine(HazelcastInstance grid, Executor executor, HandOffMeters meters) {
        this.topic = grid.getTopic(TOPIC);
        this.meters = meters;
        this.outbox = new Outbox<>(executor, WAITING_MAX, BATCH_MAX, this::publish, (batch, error) -> {
            log.debug("gateways were not told to stop n={}", batch.size(), error);
            meters.stopsLost(batch.size());
        });
    }

    /** @param onStops gets what other members say, on a thread of the grid's; must not block */
    void listen(Consumer<StopBatch> onStops) {
        topic.addMessageListener(message -> {
            if (!message.getPublishingMember().localMember()) {
                onStops.accept(message.getMessageObject());
            }
        });
    }

    void tell(boolean lost, Collection<Attempt> attempts) {
        List<Word> words =
                attempts.stream().map(attempt -> new Word(lost, attempt)).toList();
        if (!outbox.add(words)) {
            meters.stopsLost(words.size());
        }
    }

    private CompletableFuture<Void> publish(List<Word> words) {
        Map<Boolean, List<Attempt>> byKind = new LinkedHashMap<>();
        words.forEach(word ->
                byKind.computeIfAbsent(word.lost, any -> new ArrayList<>()).add(word.attempt));
        byKind.forEach((lost, attempts) -> topic.publish(new StopBatch(lost, attempts)));
        return CompletableFuture.completedFuture(null);
    }
}
