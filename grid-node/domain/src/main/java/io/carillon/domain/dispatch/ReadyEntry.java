package io.carillon.domain.dispatch;

import java.util.Objects;

/**
 * Something that is due and waits for a worker.
 *
 * @param key what identifies it, with equals and hashCode
 * @param ownerId the owner among whom turns are shared out
 * @param capability what a worker must offer to take it
 * @param priority 0 to 9, 9 being the most urgent
 * @param makesUp whether it makes up for a gap, and lets what is punctual go first
 * @param dueMicros when it became due, in microseconds since the epoch: the order among entries of one owner and priority
 * @param enqueuedMicros since when it has been waiting for a worker, in microseconds since the epoch, not negative. Who
 *     puts an entry back should leave it as it was, so that the wait goes on counting
 */
public record ReadyEntry<K>(
        K key,
        String ownerId,
        Capability capability,
        int priority,
        boolean makesUp,
        long dueMicros,
        long enqueuedMicros) {
    public static final int PRIORITY_MAX = 9;
    public static final int PRIORITY_DEFAULT = 5;

    public ReadyEntry {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(ownerId, "ownerId");
        Objects.requireNonNull(capability, "capability");
        if (priority < 0 || priority > PRIORITY_MAX) {
            throw new IllegalArgumentException("priority must be from 0 to " + PRIORITY_MAX + ", was " + priority);
        }
        if (enqueuedMicros < 0) {
            throw new IllegalArgumentException("enqueuedMicros must not be negative, was " + enqueuedMicros);
        }
    }

    /** A punctual one. */
    public ReadyEntry(K key, String ownerId, Capability capability, int priority, long dueMicros, long enqueuedMicros) {
        this(key, ownerId, capability, priority, false, dueMicros, enqueuedMicros);
    }
}
