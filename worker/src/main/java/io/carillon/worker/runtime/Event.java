package io.carillon.worker.runtime;

import io.carillon.proto.v1.GridMessage;
import io.carillon.worker.state.HeldRun;
import java.time.Duration;

/** What the worker's one thread reacts to. */
sealed interface Event {

    record Received(GridStream stream, GridMessage message) implements Event {}

    /** The stream takes more messages again. */
    record Ready(GridStream stream) implements Event {}

    /** Nothing more comes from this stream. */
    record Closed(GridStream stream, String reason) implements Event {}

    /** A handler's thread is free again. */
    record Ended(HeldRun run, Ending ending) implements Event {}

    /** A handler has said something; with a checkpoint it is in a hurry. */
    record Noted(Notes notes, boolean hurry) implements Event {}

    /** Take no new work; end after what is held, or after this time. */
    record Drain(Duration grace) implements Event {}

    /** False if it can wait for a moment while results are being gathered for one message. */
    default boolean urgent() {
        return !(this instanceof Ended || (this instanceof Noted noted && !noted.hurry()));
    }
}
