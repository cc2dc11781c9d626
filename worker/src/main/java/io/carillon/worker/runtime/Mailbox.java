package io.carillon.worker.runtime;

import io.carillon.worker.time.WorkerClock;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Events from many threads to one.
 *
 * <p>It needs no bound of its own: there are at most one {@code Ended} and two {@code Noted} events for each slot, and at most
 * {@link Connection#INBOUND_WINDOW} received messages that were not handled.
 */
final class Mailbox implements GridStream.EventSink {
    private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    /** The thread that waits for any event, or only for urgent ones; null while it is at work. */
    private volatile @Nullable Thread waitsForAny;

    private volatile @Nullable Thread waitsForUrgent;

    @Override
    public void put(Event event) {
        events.add(event);
        Thread waiting = waitsForAny;
        if (waiting == null && event.urgent()) {
            waiting = waitsForUrgent;
        }
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /** Hands over what is there now, at most {@code max} events. @return whether there was any */
    boolean drain(int max, Consumer<Event> handler) {
        for (int i = 0; i < max; i++) {
            Event event = events.poll();
            if (event == null) {
                return i > 0;
            }
            handler.accept(event);
        }
        return true;
    }

    /**
     * Waits until there is an event or the time has come; may return earlier.
     *
     * @param untilNanos {@link WorkerClock#NEVER} for no limit
     * @param urgentOnly events that are not urgent do not end the wait
     */
    void await(WorkerClock clock, long untilNanos, boolean urgentOnly) {
        Thread self = Thread.currentThread();
        if (urgentOnly) {
            waitsForUrgent = self;
        } else {
            waitsForAny = self;
        }
        try {
            // After announcing the wait: an event put before was not followed by a wake-up.
            boolean idle = urgentOnly ? !hasUrgent() : events.isEmpty();
            long waitNanos = untilNanos - clock.nanos();
            if (idle && untilNanos == WorkerClock.NEVER) {
                LockSupport.park(this);
            } else if (idle && waitNanos > 0) {
                LockSupport.parkNanos(this, waitNanos);
            }
        } finally {
            waitsForAny = null;
            waitsForUrgent = null;
            // Nobody has a reason to interrupt this thread, and with the flag set it would never wait again.
            Thread.interrupted();
        }
    }

    private boolean hasUrgent() {
        for (Event event : events) {
            if (event.urgent()) {
                return true;
            }
        }
        return false;
    }
}
