package io.carillon.worker;

import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.AssignmentBatch;
import io.carillon.proto.v1.CancelBatch;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.HeartbeatAck;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultAckBatch;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RevokeBatch;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Welcome;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.Status;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A member in the same process, over real gRPC. It welcomes workers, and acknowledges what it is told to. */
final class InProcessGrid extends WorkerServiceGrpc.WorkerServiceImplBase implements AutoCloseable {
    static final String JOB = "01890000-0000-7000-8000-00000000000a";

    final String name;
    final List<Hello> hellos = new CopyOnWriteArrayList<>();
    final List<WorkerMessage> messages = new CopyOnWriteArrayList<>();
    volatile boolean acknowledgesHeartbeats = true;
    volatile boolean acknowledgesResults = true;
    volatile long leaseMillis = 60_000;
    volatile long heartbeatMillis = 20_000;

    private final Server server;
    private volatile @Nullable Session session;

    InProcessGrid(String name) {
        this.name = name;
        this.server = started(InProcessServerBuilder.forName(name));
    }

    /** For workers in processes of their own. */
    private InProcessGrid() {
        this.server =
                started(NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        this.name = "127.0.0.1:" + server.getPort();
    }

    static InProcessGrid onLoopback() {
        return new InProcessGrid();
    }

    private Server started(ServerBuilder<?> builder) {
        try {
            return builder.addService(this).build().start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isConnected() {
        return session != null;
    }

    @Override
    public StreamObserver<WorkerMessage> connect(StreamObserver<GridMessage> out) {
        return new Session(out);
    }

    InProcessGrid awaitWorker() {
        await().until(() -> session != null);
        return this;
    }

    void cutStream() {
        Session current = Objects.requireNonNull(session);
        session = null;
        current.fail();
    }

    void assign(Assignment... assignments) {
        send(GridMessage.newBuilder()
                .setAssignments(AssignmentBatch.newBuilder().addAllAssignments(Arrays.asList(assignments)))
                .build());
    }

    void revoke(String runId, long token) {
        send(GridMessage.newBuilder()
                .setRevoke(RevokeBatch.newBuilder().addRuns(held(runId, token)))
                .build());
    }

    void cancel(String runId, long token) {
        send(GridMessage.newBuilder()
                .setCancel(CancelBatch.newBuilder().addRuns(held(runId, token)))
                .build());
    }

    private void send(GridMessage message) {
        Objects.requireNonNull(session, "no worker is connected").send(message);
    }

    static Assignment run(String runId, long token, String handler) {
        return Assignment.newBuilder()
                .setRunId(runId)
                .setJobId(JOB)
                .setHandler(handler)
                .setAttempt(1)
                .setFencingToken(token)
                .setTimeout(millis(300_000))
                .setLeaseDuration(millis(60_000))
                .build();
    }

    static String runId(int number) {
        return new UUID(0x0189_0000_0000_8000L, 0x8000_0000_0000_0000L + number).toString();
    }

    static HeldRun held(String runId, long token) {
        return HeldRun.newBuilder()
                .setRunId(runId)
                .setJobId(JOB)
                .setFencingToken(token)
                .build();
    }

    static Duration millis(long millis) {
        return Duration.newBuilder()
                .setSeconds(millis / 1_000)
                .setNanos((int) (millis % 1_000) * 1_000_000)
                .build();
    }

    List<RunResult> results() {
        return ofKind(WorkerMessage.MessageCase.RESULTS)
                .flatMap(message -> message.getResults().getResultsList().stream())
                .toList();
    }

    List<HeldRun> handedBack() {
        return ofKind(WorkerMessage.MessageCase.HAND_BACK)
                .flatMap(message -> message.getHandBack().getRunsList().stream())
                .toList();
    }

    Stream<WorkerMessage> ofKind(WorkerMessage.MessageCase kind) {
        return messages.stream().filter(message -> message.getMessageCase() == kind);
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Session implements StreamObserver<WorkerMessage> {
        private final StreamObserver<GridMessage> out;

        private Session(StreamObserver<GridMessage> out) {
            this.out = out;
        }

        synchronized void send(GridMessage message) {
            out.onNext(message);
        }

        synchronized void fail() {
            out.onError(Status.UNAVAILABLE.withDescription("cut").asRuntimeException());
        }

        @Override
        public void onNext(WorkerMessage message) {
            messages.add(message);
            switch (message.getMessageCase()) {
                case HELLO -> {
                    hellos.add(message.getHello());
                    send(GridMessage.newBuilder()
                            .setWelcome(Welcome.newBuilder()
                                    .setMemberId(name)
                                    .setLeaseDuration(millis(leaseMillis))
                                    .setHeartbeatInterval(millis(heartbeatMillis)))
                            .build());
                    session = this;
                }
                case HEARTBEAT -> {
                    if (acknowledgesHeartbeats) {
                        send(GridMessage.newBuilder()
                                .setHeartbeatAck(HeartbeatAck.newBuilder()
                                        .setSequence(message.getHeartbeat().getSequence()))
                                .build());
                    }
                }
                case RESULTS -> {
                    if (acknowledgesResults) {
                        ResultAckBatch.Builder acks = ResultAckBatch.newBuilder();
                        message.getResults()
                                .getResultsList()
                                .forEach(result -> acks.addAcks(ResultAck.newBuilder()
                                        .setRunId(result.getRunId())
                                        .setJobId(result.getJobId())
                                        .setFencingToken(result.getFencingToken())
                                        .setVerdict(ResultVerdict.RESULT_VERDICT_ACCEPTED)));
                        send(GridMessage.newBuilder().setResultAcks(acks).build());
                    }
                }
                case ACCEPTED, NOTES, HAND_BACK, DRAINING, CAPACITY, MESSAGE_NOT_SET -> {}
            }
        }

        @Override
        public void onError(Throwable error) {
            session = null;
        }

        @Override
        public synchronized void onCompleted() {
            session = null;
            out.onCompleted();
        }
    }
}
