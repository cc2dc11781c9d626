package io.carillon.worker.runtime;

import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.worker.state.HeldRun;
import io.carillon.worker.time.WorkerClock;
import java.util.List;
import java.util.function.Consumer;

/**
 * The worker as a machine without a thread: it is given events and the time, and says when it wants to be called next.
 *
 * <p>Called by one thread at a time; blocks nowhere.
 */
final class WorkerCore {
    private static final int PROTOCOL_REVISION = 3;
    private static final int HAND_BACKS_UNSENT_MAX = 10_000;
    private static final long RESEND_MIN_NANOS = 10_000_000_000L;

    private final WorkerIdentity identity;
    private final Handlers handlers;
    private final WorkerState state;
    private final Intake intake;
    private final RunDesk desk;
    private final Sender sender;
    private final Connection connection;
    private final Drain drain = new Drain();
    private int handledSinceRequest;
    /** Of the first heartbeat after the grid was told that no new work is wanted. */
    private long drainingSequence;

    private volatile Gauges gauges = new Gauges(false, 0, 0, 0);

    /**
     * @param atWork runs at work that the grid counts as this worker's
     * @param stuck slots taken by a handler that was told to stop and has not ended
     * @param unacknowledged results on their way
     */
    record Gauges(boolean connected, int atWork, int stuck, int unacknowledged) {}

    WorkerCore(
            WorkerIdentity identity,
            List<String> targets,
            Handlers handlers,
            WorkerClock clock,
            GridStream.Opener opener,
            GridStream.EventSink events,
            Consumer<List<Execution>> starter) {
        this.identity = identity;
        this.handlers = handlers;
        this.state = new WorkerState(identity.slots());
        this.intake = new Intake(state, handlers, clock, events, starter);
        this.desk = new RunDesk(state);
        this.sender = new Sender(state);
        this.connection = new Connection(opener, events, targets, state, clock, this::hello);
    }

    WorkerState state() {
        return state;
    }

    boolean isDone() {
        return drain.phase() == Drain.Phase.DONE;
    }

    void handle(Event event, long nowNanos) {
        if (event instanceof Event.Ended ended) {
            desk.ended(ended.run(), ended.ending(), nowNanos);
        } else if (event instanceof Event.Noted noted) {
            state.notes.noted(noted.notes(), noted.hurry());
        } else if (event instanceof Event.Received received) {
            if (connection.isCurrent(received.stream())) {
                handledSinceRequest++;
                received(received.message(), nowNanos);
            }
        } else if (event instanceof Event.Closed closed) {
            if (connection.isCurrent(closed.stream())) {
                connection.lost(closed.reason(), nowNanos);
            }
        } else if (event instanceof Event.Drain request) {
            state.draining = true;
            drain.begin(request.grace().toNanos(), nowNanos);
        }
        // Event.Ready asks for nothing but the flush that follows every event.
    }

    private void received(GridMessage message, long nowNanos) {
        switch (message.getMessageCase()) {
            case WELCOME -> connection.welcomed(message.getWelcome(), nowNanos);
            case ASSIGNMENTS -> intake.assigned(message.getAssignments().getAssignmentsList(), nowNanos);
            case HEARTBEAT_ACK ->
                state.leases.acknowledged(message.getHeartbeatAck().getSequence());
            case HEARTBEAT_PART -> desk.renewedInPart(message.getHeartbeatPart());
            case RESULT_ACKS -> desk.acknowledged(message.getResultAcks().getAcksList());
            case CANCEL -> desk.cancel(message.getCancel().getRunsList());
            case REVOKE -> desk.revoke(message.getRevoke().getRunsList());
            case CHECKPOINT_ACKS ->
                state.notes.answered(message.getCheckpointAcks().getAcksList());
            case GO_AWAY -> connection.goAway(message.getGoAway().getReason(), nowNanos);
            case MESSAGE_NOT_SET -> {
                // Of a newer revision of the protocol, which promises to work without it.
            }
        }
    }

    /** Does what is due, and sends what is to be said. Called after events, and when {@link #nextNanos} has come. */
    void tick(long nowNanos) {
        desk.checkDeadlines(nowNanos);
        connection.dropIfSilent(nowNanos);
        if (isTalking() && connection.connectIfDue(nowNanos)) {
            state.counters.connects.increment();
            handledSinceRequest = 0;
            sender.greeted();
        }
        advanceDrain(nowNanos);
        GridStream stream = connection.ifOpen();
        if (stream != null && isTalking()) {
            speak(stream, nowNanos);
        }
        // What was flushed may have been the last thing to wait for.
        advanceDrain(nowNanos);
        publish();
    }

    /** Ends what is left of the stream. */
    void close() {
        connection.close();
        publish();
    }

    /** What it was when the worker's thread last looked. May be asked by any thread. */
    Gauges gauges() {
        return gauges;
    }

    private void publish() {
        Gauges now = new Gauges(
                connection.ifOpen() != null, state.runs.counted().size(), state.runs.strays(), state.outbox.size());
        if (!now.equals(gauges)) {
            gauges = now;
        }
    }

    /** When {@link #tick} is wanted next, unless there is an event before. */
    long nextNanos(long nowNanos) {
        long next = Math.min(state.runs.nextLookNanos(), drain.untilNanos());
        if (!isTalking()) {
            return next;
        }
        next = Math.min(next, connection.nextNanos());
        GridStream stream = connection.ifOpen();
        if (stream != null) {
            next = Math.min(next, state.runs.heartbeatWantedAtNanos());
        }
        if (stream != null && stream.isReady()) {
            next = Math.min(next, sender.nextFlushNanos(nowNanos));
        }
        return next;
    }

    /** True while results are being gathered: another one that ends is no reason to wake up. */
    boolean isGathering() {
        GridStream stream = connection.ifOpen();
        return stream != null
                && stream.isReady()
                && state.outbox.hasUnsent()
                && state.runs.counted().size() > 1;
    }

    private void speak(GridStream stream, long nowNanos) {
        if (sender.tellDraining(stream)) {
            connection.hurryHeartbeat(nowNanos);
            drainingSequence = state.leases.nextSequence();
        }
        if (connection.heartbeatDue(nowNanos)) {
            long resendAfterNanos = Math.max(RESEND_MIN_NANOS, connection.heartbeatNanos());
            state.counters.resentResults.add(state.outbox.resendSentBy(nowNanos - resendAfterNanos));
            state.notes.resend();
            heartbeat(stream, nowNanos);
        } else if (nowNanos >= state.runs.heartbeatWantedAtNanos()) {
            if (connection.takesPartialHeartbeats()) {
                heartbeatOf(state.runs.fresh(), stream, nowNanos);
            } else {
                heartbeat(stream, nowNanos);
            }
        }
        sender.flush(stream, nowNanos);
        if (handledSinceRequest > 0 && state.toHandBack.size() < HAND_BACKS_UNSENT_MAX) {
            stream.request(handledSinceRequest);
            handledSinceRequest = 0;
        }
    }

    /** In spite of a stream that takes nothing: it is given up if this is not acknowledged. */
    private void heartbeat(GridStream stream, long nowNanos) {
        stream.send(Messages.heartbeat(state.leases.sent(nowNanos), sender.held(), false));
    }

    /** Thousands of slots and runs of seconds want one of these every second or two: what is renewed already is left out. */
    private void heartbeatOf(List<HeldRun> some, GridStream stream, long nowNanos) {
        List<io.carillon.proto.v1.HeldRun> listed =
                some.stream().map(run -> Messages.held(run.key())).toList();
        stream.send(Messages.heartbeat(state.leases.sentPartial(nowNanos, some), listed, true));
    }

    /** False once everything is said: nothing is sent any more, and a stream that ends is not opened again. */
    private boolean isTalking() {
        return switch (drain.phase()) {
            case WORKING, DRAINING, STOPPING, FLUSHING -> true;
            case FINISHING, DONE -> false;
        };
    }

    private void advanceDrain(long nowNanos) {
        while (drain.advance(
                state.runs.counted().size(),
                state.outbox.size() + state.toHandBack.size() + (mayStillBeAssigned() ? 1 : 0),
                connection.ifOpen() != null,
                nowNanos)) {
            switch (drain.phase()) {
                case STOPPING -> desk.stopAll();
                case FLUSHING -> desk.abandonAll();
                case FINISHING -> connection.finish();
                case WORKING, DRAINING, DONE -> {}
            }
        }
    }

    /**
     * Whether assignments can be on their way that were sent before the grid heard that none are wanted. The messages of a
     * stream are handled in order, so the acknowledgement of a later heartbeat rules that out.
     */
    private boolean mayStillBeAssigned() {
        return connection.ifOpen() != null
                && (!sender.isDrainingTold() || !state.leases.isAcknowledged(drainingSequence));
    }

    private WorkerMessage hello() {
        return WorkerMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setWorkerId(identity.id())
                        .setPool(identity.pool())
                        .addAllHandlers(handlers.names())
                        .setAnyHandler(handlers.fallback() != null)
                        .setSlots(identity.slots())
                        .addAllHeld(sender.held())
                        .setSdkVersion(SdkVersion.VALUE)
                        .setProtocolRevision(PROTOCOL_REVISION))
                .build();
    }
}
