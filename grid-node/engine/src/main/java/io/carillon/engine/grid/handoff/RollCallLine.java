package io.carillon.engine.grid.handoff;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import io.carillon.engine.grid.outbox.Outbox;
import io.carillon.engine.port.Silent;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Questions of owners to the gateways of all other members. One that is lost is asked again. */
final class RollCallLine {

    static final String TOPIC = "roll-calls";

    private static final Logger log = LoggerFactory.getLogger(RollCallLine.class);

    private static final int WAITING_MAX = 10_000;
    private static final int BATCH_MAX = 1_000;

    private final ITopic<RollCallBatch> topic;
    private final Outbox<Silent> outbox;

    /** @param executor may be made to wait by one task */
    RollCallLine(HazelcastInstance grid, Executor executor) {
        this.topic = grid.getTopic(TOPIC);
        this.outbox = new Outbox<>(
                executor,
                WAITING_MAX,
                BATCH_MAX,
                this::publish,
                (batch, error) -> log.debug("gateways were not asked n={}", batch.size(), error));
    }

    /** @param onAsked gets what other members ask, on a thread of the grid's; must not block */
    void listen(Consumer<Collection<Silent>> onAsked) {
        topic.addMessageListener(message -> {
            if (!message.getPublishingMember().localMember()) {
                onAsked.accept(message.getMessageObject().attempts());
            }
        });
    }

    void ask(Collection<Silent> attempts) {
        if (!outbox.add(List.copyOf(attempts))) {
            log.debug("gateways are not asked, too much is waiting n={}", attempts.size());
        }
    }

    private CompletableFuture<Void> publish(List<Silent> attempts) {
        topic.publish(new RollCallBatch(attempts));
        return CompletableFuture.completedFuture(null);
    }
}
