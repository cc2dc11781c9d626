package io.carillon.worker.runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.AssignmentBatch;
import io.carillon.proto.v1.CancelBatch;
import io.carillon.proto.v1.CheckpointAck;
import io.carillon.proto.v1.CheckpointAckBatch;
import io.carillon.proto.v1.CheckpointVerdict;
import io.carillon.proto.v1.GoAway;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.HeartbeatAck;
import io.carillon.proto.v1.HeartbeatPart;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultAckBatch;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RevokeBatch;
import io.carillon.proto.v1.Welcome;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker's core on virtual time, with a grid of two members whose part the test plays. Handlers run when the test says so, on
 * its own thread.
 */
final class Bench {
    static final String JOB = "01890000-0000-7000-8000-00000000000a";

    final VirtualClock clock;
    final WorkerCore core;
    final List<FakeStream> streams = new ArrayList<>();
    /** Assigned, and given no thread yet. */
    final Deque<Execution> waiting = new ArrayDeque<>();
    /** Members that cannot be reached. */
    final boolean[] down = new boolean[2];

    private final Deque<Event> events = new ArrayDeque<>();
    private final long heartbeatSeconds;

    Bench(int slots) {
        this(slots, run -> null);
    }

    Bench(int slots, JobHandler handler) {
        this(slots, new Handlers(Map.of("h", handler), null), 0);
    }

    Bench(int slots, Handlers handlers, long seed) {
        clock = new VirtualClock(seed);
        heartbeatSeconds = 20;
        core = new WorkerCore(
                new WorkerIdentity("w1", "default", slots),
                List.of("one:9090", "two:9090"),
                handlers,
                clock,
                this::open,
                events::add,
                waiting::addAll);
        tick();
    }

    private GridStream open(int target, GridStream.EventSink sink) {
        FakeStream stream = new FakeStream(target);
        streams.add(stream);
        if (down[target]) {
            sink.put(new Event.Closed(stream, "UNAVAILABLE: refused"));
        }
        return stream;
    }

    FakeStream stream() {
        return streams.get(streams.size() - 1);
    }

    /** The member of the present stream welcomes the worker. */
    Bench welcome() {
        return receive(GridMessage.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setMemberId("m" + stream().target)
                        .setLeaseDuration(seconds(60))
                        .setHeartbeatInterval(seconds(heartbeatSeconds)))
                .build());
    }

    /** As {@link #welcome}, by a member that takes a run back which nobody confirms for so long, and knows partial heartbeats. */
    Bench welcome(long acceptLeaseSeconds) {
        return welcome(acceptLeaseSeconds, 3);
    }

    Bench welcome(long acceptLeaseSeconds, int protocolRevision) {
        return receive(GridMessage.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setMemberId("m" + stream().target)
                        .setLeaseDuration(seconds(60))
                        .setHeartbeatInterval(seconds(heartbeatSeconds))
                        .setAcceptLease(seconds(acceptLeaseSeconds))
                        .setProtocolRevision(protocolRevision))
                .build());
    }

    /** As {@link #welcome}, by a member that keeps what handlers say. */
    Bench welcomeKeeping() {
        return receive(GridMessage.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setMemberId("m" + stream().target)
                        .setLeaseDuration(seconds(60))
                        .setHeartbeatInterval(seconds(heartbeatSeconds))
                        .setProtocolRevision(2))
                .build());
    }

    Bench checkpointed(String runId, long token, long number, CheckpointVerdict verdict) {
        return receive(GridMessage.newBuilder()
                .setCheckpointAcks(CheckpointAckBatch.newBuilder()
                        .addAcks(CheckpointAck.newBuilder()
                                .setRunId(runId)
                                .setJobId(JOB)
                                .setFencingToken(token)
                                .setNumber(number)
                                .setVerdict(verdict)))
                .build());
    }

    Bench receive(GridMessage message) {
        events.add(new Event.Received(stream(), message));
        return tick();
    }

    Bench assign(Assignment... assignments) {
        return receive(GridMessage.newBuilder()
                .setAssignments(AssignmentBatch.newBuilder().addAllAssignments(Arrays.asList(assignments)))
                .build());
    }

    Bench assign(String... runIds) {
        return assign(Stream.of(runIds).map(id -> assignment(id, 1)).toArray(Assignment[]::new));
    }

    Bench acknowledgeHeartbeats() {
        stream().heartbeats().forEach(heartbeat -> acknowledgeHeartbeat(heartbeat.getSequence()));
        return this;
    }

    Bench acknowledgeHeartbeat(long sequence) {
        return receive(GridMessage.newBuilder()
                .setHeartbeatAck(HeartbeatAck.newBuilder().setSequence(sequence))
                .build());
    }

    /** The last heartbeat has renewed all but this run. */
    Bench answerInPart(String notRenewed, long token) {
        List<Heartbeat> heartbeats = stream().heartbeats();
        return receive(GridMessage.newBuilder()
                .setHeartbeatPart(HeartbeatPart.newBuilder()
                        .setSequence(heartbeats.get(heartbeats.size() - 1).getSequence())
                        .addNotRenewed(held(notRenewed, token)))
                .build());
    }

    Bench acknowledge(String runId, long token, ResultVerdict verdict) {
        return receive(GridMessage.newBuilder()
                .setResultAcks(ResultAckBatch.newBuilder()
                        .addAcks(ResultAck.newBuilder()
                                .setRunId(runId)
                                .setJobId(JOB)
                                .setFencingToken(token)
                                .setVerdict(verdict)))
                .build());
    }

    Bench cancel(String runId, long token) {
        return receive(GridMessage.newBuilder()
                .setCancel(CancelBatch.newBuilder().addRuns(held(runId, token)))
                .build());
    }

    Bench revoke(String runId, long token) {
        return receive(GridMessage.newBuilder()
                .setRevoke(RevokeBatch.newBuilder().addRuns(held(runId, token)))
                .build());
    }

    Bench goAway() {
        return receive(GridMessage.newBuilder()
                .setGoAway(GoAway.newBuilder().setReason("leaving"))
                .build());
    }

    Bench breakStream() {
        events.add(new Event.Closed(stream(), "UNAVAILABLE: cut"));
        return tick();
    }

    Bench drain(long graceSeconds) {
        events.add(new Event.Drain(java.time.Duration.ofSeconds(graceSeconds)));
        return tick();
    }

    /** Runs one waiting handler to its end. */
    Bench runNext() {
        waiting.remove().run();
        return tick();
    }

    Bench runAll() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
        return tick();
    }

    /** Lets time pass, stopping whenever the worker wants to be called. */
    Bench advance(java.time.Duration duration) {
        long end = clock.nanos() + duration.toNanos();
        tick();
        int idleTurns = 0;
        while (core.nextNanos(clock.nanos()) <= end && !core.isDone()) {
            long next = core.nextNanos(clock.nanos());
            idleTurns = next <= clock.nanos() ? idleTurns + 1 : 0;
            if (idleTurns > 10) {
                throw new AssertionError("the worker wants to be called again and again without time passing");
            }
            clock.moveTo(Math.max(clock.nanos(), next));
            tick();
        }
        clock.moveTo(end);
        return tick();
    }

    Bench advanceSeconds(long seconds) {
        return advance(java.time.Duration.ofSeconds(seconds));
    }

    /** What the worker's thread does. */
    Bench tick() {
        do {
            for (Event event = events.poll(); event != null; event = events.poll()) {
                core.handle(event, clock.nanos());
            }
            core.tick(clock.nanos());
        } while (!events.isEmpty());
        return this;
    }

    WorkerCounters counters() {
        return core.state().counters;
    }

    static Assignment assignment(String runId, long token) {
        return assignment(runId, token, 300).build();
    }

    static Assignment.Builder assignment(String runId, long token, long timeoutSeconds) {
        return Assignment.newBuilder()
                .setRunId(runId)
                .setJobId(JOB)
                .setHandler("h")
                .setAttempt(1)
                .setFencingToken(token)
                .setTimeout(seconds(timeoutSeconds))
                .setLeaseDuration(seconds(60));
    }

    static Assignment withPayload(String runId, String payload) {
        return assignment(runId, 1, 300)
                .setPayloadJson(ByteString.copyFromUtf8(payload))
                .build();
    }

    static HeldRun held(String runId, long token) {
        return HeldRun.newBuilder()
                .setRunId(runId)
                .setJobId(JOB)
                .setFencingToken(token)
                .build();
    }

    static Duration seconds(long seconds) {
        return Duration.newBuilder().setSeconds(seconds).build();
    }

    @Nullable
    Execution peek() {
        return waiting.peek();
    }
}
