package io.carillon.engine.shard;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one key, in order of arrival. While the store does not answer nobody who can be told so has to wait: so
 * an outage piles nothing up.
 */
final class Line {

    private final Deque<Waiter> waiters = new ArrayDeque<>(0);
    private boolean standing;

    void join(Waiter waiter) {
        if (!standing || !waiter.leave()) {
            waiters.add(waiter);
        }
    }

    void joinFirst(Waiter waiter) {
        waiters.addFirst(waiter);
    }

    @Nullable
    Waiter next() {
        return waiters.poll();
    }

    /** The write at the head of the line has no answer. */
    void stand() {
        standing = true;
        waiters.removeIf(Waiter::leave);
    }

    /** It has one. */
    void move() {
        standing = false;
    }

    /** Tells all that the key is gone. */
    void abandon() {
        List<Waiter> told = List.copyOf(waiters);
        waiters.clear();
        told.forEach(Waiter::abandon);
    }

    int size() {
        return waiters.size();
    }
}
