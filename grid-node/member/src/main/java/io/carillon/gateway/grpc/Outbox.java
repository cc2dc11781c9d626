package io.carillon.gateway.grpc;

import io.carillon.engine.command.Assignment;
import io.carillon.engine.gateway.CheckpointAck;
import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.Push;
import io.carillon.engine.gateway.ResultAck;
import io.carillon.proto.v1.GridMessage;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker is to be told, gathered into messages while the stream is busy. Whoever tells something only leaves it
 * here; messages are built and sent on the push threads, one at a time a stream, and only while the stream takes them.
 *
 * <p>Bounded by what the worker itself may hold: assignments by its slots, acknowledgements by its reports, revocations
 * and cancels by its runs.
 *
 * <p>Assignments leave before cancels and revocations, which name their token, so a run is never revoked before it was
 * assigned; a heartbeat is acknowledged after the revocations that were decided with it.
 */
final class Outbox implements Push {

    private static final Logger log = LoggerFactory.getLogger(Outbox.class);

    static final int ENTRIES_MAX = 256;
    /** Under the 1 MiB a message may have, with room for one more entry of the largest kind. */
    static final int BYTES_MAX = 512 * 1024;

    private static final int CHECKPOINTS_MAX = 10_000;

    private record Part(long sequence, List<HeldRun> notRenewed) {}

    private final ServerCallStreamObserver<GridMessage> stream;
    private final Executor pushThreads;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Deque<Assignment> assignments = new ArrayDeque<>();
    private final Deque<HeldRun> cancels = new ArrayDeque<>();
    private final Deque<HeldRun> revocations = new ArrayDeque<>();
    private final Deque<ResultAck> acks = new ArrayDeque<>();
    /** By attempt: the latest number answers the ones before. */
    private final Map<HeldRun, CheckpointAck> checkpoints = new LinkedHashMap<>();

    private @Nullable GridMessage welcome;
    /** Nothing leaves before the welcome. */
    private boolean welcomed;

    private @Nullable Long renewed;

    /** Of the last heartbeat that was answered so; an earlier one tells the worker less. */
    private @Nullable Part renewedInPart;

    private @Nullable String goAway;
    private @Nullable StatusRuntimeException end;
    /** A push thread is at work, or will be. */
    private boolean draining;

    private boolean ended;

    Outbox(ServerCallStreamObserver<GridMessage> stream, Executor pushThreads) {
        this.stream = stream;
        this.pushThreads = pushThreads;
    }

    /** Sent before all else, also before what was left here earlier. */
    void welcome(GridMessage message) {
        leave(() -> welcome = message);
    }

    @Override
    public void assign(List<Assignment> batch) {
        leave(() -> assignments.addAll(batch));
    }

    @Override
    public void cancel(HeldRun run) {
        leave(() -> cancels.add(run));
    }

    @Override
    public void revoke(HeldRun run) {
        leave(() -> revocations.add(run));
    }

    @Override
    public void acknowledge(ResultAck ack) {
        leave(() -> acks.add(ack));
    }

    @Override
    public void checkpointed(CheckpointAck ack) {
        leave(() -> {
            // A worker that asks and never reads: what is not answered is asked again.
            if (checkpoints.size() < CHECKPOINTS_MAX || checkpoints.containsKey(ack.run())) {
                checkpoints.merge(ack.run(), ack, (known, said) -> known.number() > said.number() ? known : said);
            }
        });
    }

    @Override
    public void renewed(long sequence) {
        leave(() -> renewed = renewed == null ? sequence : Math.max(renewed, sequence));
    }

    @Override
    public void renewedInPart(long sequence, List<HeldRun> notRenewed) {
        leave(() -> renewedInPart = new Part(sequence, notRenewed));
    }

    @Override
    public void goAway(String reason) {
        leave(() -> goAway = reason);
    }

    @Override
    public void close(String reason) {
        end(Status.UNAVAILABLE.withDescription(reason));
    }

    /** Ends the stream; what has not left yet is dropped. */
    void end(Status status) {
        end(status.asRuntimeException());
    }

    void end(StatusRuntimeException status) {
        leave(() -> end = status);
    }

    /** The stream takes messages again. */
    void ready() {
        leave(() -> {});
    }

    /** The stream has ended by itself. */
    void dropAll() {
        lock.lock();
        try {
            ended = true;
            clear();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Runnable change) {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            change.run();
            if (draining) {
                return;
            }
            draining = true;
        } finally {
            lock.unlock();
        }
        pushThreads.execute(this::drain);
    }

    /** On one push thread at a time. */
    private void drain() {
        try {
            Supplier<GridMessage> next = take();
            while (next != null) {
                stream.onNext(next.get());
                next = take();
            }
        } catch (RuntimeException e) {
            log.error("a worker's stream is ended, since it could not be told something", e);
            dropAll();
            stream.onError(Status.INTERNAL.asRuntimeException());
        }
    }

    /** What to send now; null, and this drain is over, if there is nothing or the stream takes nothing. */
    private @Nullable Supplier<GridMessage> take() {
        StatusRuntimeException last;
        lock.lock();
        try {
            Supplier<GridMessage> next = end == null && !ended && stream.isReady() ? next() : null;
            if (next != null) {
                return next;
            }
            draining = false;
            last = ended ? null : end;
            if (last == null) {
                return null;
            }
            ended = true;
            clear();
        } finally {
            lock.unlock();
        }
        if (last.getStatus().isOk()) {
            stream.onCompleted();
        } else {
            stream.onError(last);
        }
        return null;
    }

    /** Takes entries out; the message is built outside of the lock. */
    private @Nullable Supplier<GridMessage> next() {
        if (welcome != null) {
            GridMessage message = welcome;
            welcome = null;
            welcomed = true;
            return () -> message;
        }
        if (!welcomed) {
            return null;
        }
        if (!assignments.isEmpty()) {
            List<Assignment> batch = batchOfAssignments();
            return () -> GridMessages.assignments(batch);
        }
        if (!cancels.isEmpty()) {
            List<HeldRun> batch = batchOf(cancels);
            return () -> GridMessages.cancels(batch);
        }
        if (!revocations.isEmpty()) {
            List<HeldRun> batch = batchOf(revocations);
            return () -> GridMessages.revocations(batch);
        }
        if (!acks.isEmpty()) {
            List<ResultAck> batch = batchOf(acks);
            return () -> GridMessages.acks(batch);
        }
        if (!checkpoints.isEmpty()) {
            List<CheckpointAck> batch =
                    checkpoints.values().stream().limit(ENTRIES_MAX).toList();
            batch.forEach(ack -> checkpoints.remove(ack.run()));
            return () -> GridMessages.checkpointAcks(batch);
        }
        if (renewed != null) {
            long sequence = renewed;
            renewed = null;
            return () -> GridMessages.renewed(sequence);
        }
        if (renewedInPart != null) {
            Part part = renewedInPart;
            renewedInPart = null;
            return () -> GridMessages.renewedInPart(part.sequence, part.notRenewed);
        }
        if (goAway != null) {
            String reason = goAway;
            goAway = null;
            return () -> GridMessages.goAway(reason);
        }
        return null;
    }

    private static <T> List<T> batchOf(Deque<T> entries) {
        List<T> batch = new ArrayList<>(Math.min(ENTRIES_MAX, entries.size()));
        while (batch.size() < ENTRIES_MAX && !entries.isEmpty()) {
            batch.add(entries.remove());
        }
        return batch;
    }

    private List<Assignment> batchOfAssignments() {
        List<Assignment> batch = new ArrayList<>(Math.min(ENTRIES_MAX, assignments.size()));
        int bytes = 0;
        while (batch.size() < ENTRIES_MAX && !assignments.isEmpty()) {
            bytes += WorkerWire.roughBytes(assignments.element());
            if (bytes > BYTES_MAX && !batch.isEmpty()) {
                break;
            }
            batch.add(assignments.remove());
        }
        return batch;
    }

    private void clear() {
        assignments.clear();
        cancels.clear();
        revocations.clear();
        acks.clear();
        checkpoints.clear();
        welcome = null;
        renewed = null;
        renewedInPart = null;
        goAway = null;
    }
}
