package io.carillon.worker.runtime;

import io.carillon.proto.v1.WorkerMessage;

/**
 * An open stream to a member. Called by one thread only; never blocks. What happens on it arrives as {@link Event}s.
 */
interface GridStream {

    /** The message may wait in memory if the stream is not ready. */
    void send(WorkerMessage message);

    /** False while more has been sent than the connection has taken; {@link Event.Ready} follows. */
    boolean isReady();

    /** Lets this many more messages come in. */
    void request(int messages);

    /** Says that nothing more is sent; the member then ends the stream. */
    void finish();

    /** Ends the stream at once. */
    void cancel(String reason);

    /** Opens streams to the configured members. */
    interface Opener {

        /**
         * Begins to connect. Whether that works shows in the events; messages may be sent at once.
         *
         * @param target index of the member
         */
        GridStream open(int target, EventSink events);
    }

    /** Takes events from any thread; never blocks. */
    interface EventSink {
        void put(Event event);
    }
}
