package io.carillon.benchmarks.wave;

import io.carillon.proto.v1.AcceptedBatch;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.AssignmentBatch;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultBatch;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Success;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Workers without handlers: they accept what they are given, hold it with heartbeats, and report success when told to. So a
 * machine can hold more runs than it has room for threads; the grid sees the same messages as from any worker.
 */
final class HoldingWorkers implements AutoCloseable {

    static final String POOL = "holding";
    static final String HANDLER = "hold";

    private static final int RESULTS_A_MESSAGE = 300;

    private final ManagedChannel channel;
    private final ScheduledExecutorService heartbeats = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "holding-heartbeats");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Stream> streams = new ArrayList<>();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger heartbeatsAcknowledged = new AtomicInteger();
    private volatile String failure = "";

    /** Connects so many workers with so many slots each. */
    HoldingWorkers(String grid, int workers, int slotsEach) {
        this.channel = ManagedChannelBuilder.forTarget(grid)
                .usePlaintext()
                .maxInboundMessageSize(16 << 20)
                .build();
        for (int i = 0; i < workers; i++) {
            streams.add(new Stream("holding-" + i, slotsEach));
        }
    }

    /** Runs that are held now. */
    int held() {
        requireUnbroken();
        return held.get();
    }

    /** Runs that the grid took away. */
    int lost() {
        return lost.get();
    }

    int heartbeatsAcknowledged() {
        return heartbeatsAcknowledged.get();
    }

    /** Every run held ends with success. */
    void succeedAll() {
        streams.forEach(Stream::succeedAll);
    }

    @Override
    public void close() {
        heartbeats.shutdownNow();
        channel.shutdownNow();
    }

    private void requireUnbroken() {
        if (!failure.isEmpty()) {
            throw new IllegalStateException("a stream of a holding worker broke: " + failure);
        }
    }

    /** One worker. Messages come on the transport's thread, heartbeats on their own: all under the lock of the stream. */
    private final class Stream implements StreamObserver<GridMessage> {

        private final Map<String, HeldRun> runs = new HashMap<>();
        private final StreamObserver<WorkerMessage> out;
        private long sequence;

        Stream(String workerId, int slots) {
            this.out = WorkerServiceGrpc.newStub(channel).connect(this);
            send(WorkerMessage.newBuilder()
                    .setHello(Hello.newBuilder()
                            .setWorkerId(workerId)
                            .setPool(POOL)
                            .addHandlers(HANDLER)
                            .setSlots(slots)
                            .setSdkVersion("benchmark")
                            .setProtocolRevision(1)));
        }

        @Override
        public synchronized void onNext(GridMessage message) {
            switch (message.getMessageCase()) {
                case WELCOME -> {
                    long everySeconds =
                            message.getWelcome().getHeartbeatInterval().getSeconds();
                    var unused = heartbeats.scheduleAtFixedRate(
                            this::heartbeat, everySeconds, everySeconds, TimeUnit.SECONDS);
                }
                case ASSIGNMENTS -> accept(message.getAssignments());
                case HEARTBEAT_ACK -> heartbeatsAcknowledged.incrementAndGet();
                case RESULT_ACKS -> message.getResultAcks().getAcksList().forEach(this::acknowledged);
                case CANCEL -> message.getCancel().getRunsList().forEach(this::lost);
                case REVOKE -> message.getRevoke().getRunsList().forEach(this::lost);
                case GO_AWAY -> failure = message.getGoAway().getReason();
                case CHECKPOINT_ACKS, HEARTBEAT_PART, MESSAGE_NOT_SET -> {}
            }
        }

        @Override
        public void onError(Throwable error) {
            failure = error.toString();
        }

        @Override
        public void onCompleted() {
            failure = "ended";
        }

        private void accept(AssignmentBatch batch) {
            AcceptedBatch.Builder accepted = AcceptedBatch.newBuilder();
            for (Assignment assignment : batch.getAssignmentsList()) {
                HeldRun run = HeldRun.newBuilder()
                        .setRunId(assignment.getRunId())
                        .setJobId(assignment.getJobId())
                        .setFencingToken(assignment.getFencingToken())
                        .build();
                runs.put(run.getRunId(), run);
                accepted.addRuns(run);
                held.incrementAndGet();
            }
            send(WorkerMessage.newBuilder().setAccepted(accepted));
        }

        private synchronized void heartbeat() {
            sequence++;
            send(WorkerMessage.newBuilder()
                    .setHeartbeat(Heartbeat.newBuilder().setSequence(sequence).addAllHeld(runs.values())));
        }

        private synchronized void succeedAll() {
            List<RunResult> results = new ArrayList<>();
            for (HeldRun run : runs.values()) {
                results.add(RunResult.newBuilder()
                        .setRunId(run.getRunId())
                        .setJobId(run.getJobId())
                        .setFencingToken(run.getFencingToken())
                        .setSuccess(Success.getDefaultInstance())
                        .build());
            }
            for (int from = 0; from < results.size(); from += RESULTS_A_MESSAGE) {
                List<RunResult> some = results.subList(from, Math.min(results.size(), from + RESULTS_A_MESSAGE));
                send(WorkerMessage.newBuilder()
                        .setResults(ResultBatch.newBuilder().addAllResults(some)));
            }
        }

        private void acknowledged(ResultAck ack) {
            if (runs.remove(ack.getRunId()) != null) {
                held.decrementAndGet();
            }
        }

        private void lost(HeldRun run) {
            if (runs.remove(run.getRunId()) != null) {
                held.decrementAndGet();
                lost.incrementAndGet();
            }
        }

        private synchronized void send(WorkerMessage.Builder message) {
            out.onNext(message.build());
        }
    }
}
