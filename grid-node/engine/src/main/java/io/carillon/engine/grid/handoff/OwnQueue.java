package io.carillon.engine.grid.handoff;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.port.HandOff.Offer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This gateway's queue. It lies on a partition of this member, so that taking from it is a matter of this member alone;
 * if the partition moves away, a new queue is opened on another one, and the old one is read until nobody can know it
 * any more.
 */
final class OwnQueue implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OwnQueue.class);

    static final String PREFIX = "handoff-";

    /** Partition keys to try; with a hundred partitions and more, one of the first few is ours. */
    private static final int KEYS_MAX = 2_000;

    private static final Duration OLD_QUEUE_READ_FOR = Duration.ofSeconds(10);

    private final HazelcastInstance grid;
    private final Supplier<String> self;
    private final Background background;
    private final Consumer<List<Offer>> onOffers;
    private final HandOffMeters meters;
    private final Map<String, Long> receivedThrough = new ConcurrentHashMap<>();
    private volatile @Nullable QueueReader reader;
    private volatile String partitionKey = "";
    private int generation;

    OwnQueue(
            HazelcastInstance grid,
            Supplier<String> self,
            Background background,
            Consumer<List<Offer>> onOffers,
            HandOffMeters meters) {
        this.grid = grid;
        this.self = self;
        this.background = background;
        this.onOffers = onOffers;
        this.meters = meters;
    }

    /** Empty before the first {@link #settle}. */
    String name() {
        QueueReader current = reader;
        return current == null ? "" : current.queueName();
    }

    /** By owner: how many of its offers have been handed to the gateway. */
    Map<String, Long> receivedThrough() {
        return new HashMap<>(receivedThrough);
    }

    void forget(String memberId) {
        receivedThrough.remove(memberId);
    }

    /** Opens the queue, or moves it if its partition has. @return true if it has a new name */
    synchronized boolean settle() {
        QueueReader old = reader;
        if (old != null && isLocal(partitionKey)) {
            return false;
        }
        String key = localKey();
        if (key == null) {
            if (old != null) {
                return false;
            }
            key = "0";
        }
        partitionKey = key;
        String name = PREFIX + self.get() + "-" + generation++ + "@" + key;
        QueueReader next = new QueueReader(grid.getQueue(name), this::received);
        reader = next;
        next.start();
        if (old != null) {
            meters.rehomed();
            log.info("hand-off queue moved from={} to={}", old.queueName(), name);
            background.runAfter(OLD_QUEUE_READ_FOR, () -> end(old));
        }
        return true;
    }

    @Override
    public synchronized void close() {
        QueueReader current = reader;
        if (current != null) {
            current.close();
        }
    }

    private void end(QueueReader old) {
        old.close();
        grid.getQueue(old.queueName()).destroy();
    }

    private void received(List<OfferBatch> items) {
        List<Offer> offers = new ArrayList<>();
        items.forEach(item -> offers.addAll(item.offers()));
        meters.received(offers.size());
        onOffers.accept(offers);
        // Only now: the gateway's next count of free slots must know these before an owner hears that they arrived.
        items.forEach(item -> receivedThrough.merge(item.from(), item.sentThrough(), Math::max));
    }

    private @Nullable String localKey() {
        for (int i = 0; i < KEYS_MAX; i++) {
            String key = Integer.toString(i);
            if (isLocal(key)) {
                return key;
            }
        }
        return null;
    }

    private boolean isLocal(String key) {
        Member owner = grid.getPartitionService().getPartition(key).getOwner();
        return owner != null && owner.localMember();
    }
}
