package io.carillon.domain.dispatch;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The order in which entries that are due go to workers. For each {@link Capability} on its own:
 *
 * <ol>
 *   <li><b>Owners take turns.</b> In a round every owner with work may have as many entries as its weight (1 unless set).
 *       However much one owner has queued, another one's entry waits for at most one turn of it, if its own turn in this
 *       round is not over.
 *   <li><b>Priority with aging decides who is first in a round</b>, and which entry an owner uses its turn for. One level
 *       counts as much as one aging step of waiting: with 30 s, an entry of priority 3 that has waited for a minute longer
 *       is level with one of priority 5. So nothing starves, and an owner gains no larger share by calling everything urgent.
 *   <li><b>First due, first out</b> among entries of one owner and priority; equal due times in the order they were added.
 * </ol>
 *
 * <p>What makes up for a gap ({@link ReadyEntry#makesUp}) lets all that is punctual of its owner go first, whatever their
 * priorities, but one in sixteen of the owner's entries is of this kind if any wait. Within a round, an owner that has
 * only such entries comes after those that have punctual ones.
 *
 * <p>Because waiting raises every entry at the same pace, who is ahead of whom does not depend on the time of asking, and no
 * operation needs to know it. The order is a function of the calls made: the same calls give the same order.
 *
 * <p>Owners that may not run now, for instance over their quota, are passed over when polling: their entries keep their
 * places, and the others' turns go on. Turns do not pile up meanwhile.
 *
 * <p>Costs: add, remove and poll take time logarithmic in the number of entries, poll in addition one call of its predicate
 * for each owner passed over. Unbounded; the caller bounds it by {@link #size()}. Not safe for use by several threads at once.
 */
public final class FairOrder<K> {
    public static final Duration AGING_DEFAULT = Duration.ofSeconds(30);
    public static final Duration AGING_MAX = Duration.ofDays(7);
    public static final int WEIGHT_DEFAULT = 1;
    public static final int WEIGHT_MAX = 1_000;

    private final long agingMicros;
    private final Map<String, Integer> weights = new HashMap<>();
    private final Map<K, Waiting<K>> waitingByKey = new HashMap<>();

    /** Only capabilities that have work; the one least recently polled from comes first. */
    private final LinkedHashMap<Capability, CapabilityQueue<K>> queues = new LinkedHashMap<>();

    private long added;

    /**
     * Makes an empty order.
     *
     * @param aging the wait that counts as much as one level of priority; from 1 microsecond to 7 days
     */
    public FairOrder(Duration aging) {
        if (aging.compareTo(Duration.ofNanos(1_000)) < 0 || aging.compareTo(AGING_MAX) > 0) {
            throw new IllegalArgumentException("aging must be from 1 microsecond to " + AGING_MAX + ", was " + aging);
        }
        this.agingMicros = aging.toNanos() / 1_000;
    }

    /** Sets how many entries an owner may have in each round, from 1 to 1,000; counts from its next turn on. */
    public void setWeight(String ownerId, int weight) {
        if (weight < 1 || weight > WEIGHT_MAX) {
            throw new IllegalArgumentException("weight must be from 1 to " + WEIGHT_MAX + ", was " + weight);
        }
        if (weight == WEIGHT_DEFAULT) {
            weights.remove(ownerId);
        } else {
            weights.put(ownerId, weight);
        }
    }

    /** Adds an entry; false, and no change, if one with this key is waiting already. */
    public boolean add(ReadyEntry<K> entry) {
        long rankMicros = entry.enqueuedMicros() - entry.priority() * agingMicros;
        Waiting<K> waiting = new Waiting<>(entry, rankMicros, added);
        if (waitingByKey.putIfAbsent(entry.key(), waiting) != null) {
            return false;
        }
        added++;
        queues.computeIfAbsent(entry.capability(), capability -> new CapabilityQueue<>(this::weightOf))
                .add(waiting);
        return true;
    }

    /** Takes an entry out, wherever it stands; null if none with this key is waiting. */
    public @Nullable ReadyEntry<K> remove(K key) {
        Waiting<K> waiting = waitingByKey.remove(key);
        if (waiting == null) {
            return null;
        }
        Capability capability = waiting.entry().capability();
        CapabilityQueue<K> queue = queueOf(capability);
        queue.remove(waiting);
        if (queue.size() == 0) {
            queues.remove(capability);
        }
        return waiting.entry();
    }

    /**
     * Takes out the entry whose turn it is, of the first owner that may run.
     *
     * @param mayRun asked about owners with work in the order of their turns, once each, until it answers true. An entry of
     *     that owner is then returned for certain, so it may take a permit as it answers. It must not use this object
     * @return null if nothing waits for this capability, or no owner may run
     */
    public @Nullable ReadyEntry<K> poll(Capability capability, Predicate<String> mayRun) {
        CapabilityQueue<K> queue = queues.get(capability);
        Waiting<K> next = queue == null ? null : queue.poll(mayRun);
        if (queue == null || next == null) {
            return null;
        }
        waitingByKey.remove(next.entry().key());
        queues.remove(capability);
        if (queue.size() > 0) {
            queues.put(capability, queue);
        }
        return next.entry();
    }

    /** What {@link #poll} would return, left where it is. */
    public @Nullable ReadyEntry<K> peek(Capability capability, Predicate<String> mayRun) {
        CapabilityQueue<K> queue = queues.get(capability);
        Waiting<K> next = queue == null ? null : queue.peek(mayRun);
        return next == null ? null : next.entry();
    }

    public boolean contains(K key) {
        return waitingByKey.containsKey(key);
    }

    public int size() {
        return waitingByKey.size();
    }

    /** How many entries wait for this capability. */
    public int size(Capability capability) {
        CapabilityQueue<K> queue = queues.get(capability);
        return queue == null ? 0 : queue.size();
    }

    /**
     * The capabilities that have work, as of now. The one least recently polled from comes first, so that serving them in
     * this order gives each its turn.
     */
    public List<Capability> capabilities() {
        return List.copyOf(queues.keySet());
    }

    private CapabilityQueue<K> queueOf(Capability capability) {
        CapabilityQueue<K> queue = queues.get(capability);
        if (queue == null) {
            throw new IllegalStateException("entries but no queue for " + capability);
        }
        return queue;
    }

    private int weightOf(String ownerId) {
        return weights.getOrDefault(ownerId, WEIGHT_DEFAULT);
    }
}
