package io.carillon.gateway.grpc;

import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.WorkerSession;
import io.carillon.gateway.access.Credential;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.NoteBatch;
import io.carillon.proto.v1.WorkerMessage;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker's stream: the first message says who it is, the others go to its session. Messages come one at a time, on a
 * thread of the transport, so nothing here waits.
 */
final class WorkerStream implements StreamObserver<WorkerMessage> {

    private static final Logger log = LoggerFactory.getLogger(WorkerStream.class);

    private final Gateway gateway;
    private final Outbox outbox;
    private final WorkerTerms terms;
    private final @Nullable Credential key;
    private final Consumer<WorkerStream> whenOver;
    private volatile @Nullable WorkerSession session;
    private volatile boolean revoked;
    private String workerId = "";
    private boolean over;

    /**
     * @param key that the worker has shown; null: there is no access control
     * @param whenOver told once or more when the stream has ended
     */
    WorkerStream(
            Gateway gateway,
            Outbox outbox,
            WorkerTerms terms,
            @Nullable Credential key,
            Consumer<WorkerStream> whenOver) {
        this.gateway = gateway;
        this.outbox = outbox;
        this.terms = terms;
        this.key = key;
        this.whenOver = whenOver;
    }

    /**
     * Ends the stream if its key is good no more: what the worker holds stays leased, what it says is not heard. Any thread,
     * beside the one that brings messages.
     */
    void endIfRevoked() {
        if (key != null && !revoked && !key.isGood()) {
            revoked = true;
            WorkerSession connected = session;
            if (connected != null) {
                log.warn("worker ended, since its key is good no more worker={} key={}", workerId, key.keyId());
                connected.closed();
            }
            whenOver.accept(this);
            outbox.end(WireProblems.toStatus(AccessInterceptor.unauthenticated()));
        }
    }

    @Override
    public void onNext(WorkerMessage message) {
        if (over || revoked) {
            return;
        }
        try {
            take(message);
        } catch (ProblemException broken) {
            log.info("worker refused reason=\"{}\"", broken.problem().detail());
            end(broken.problem());
        } catch (RuntimeException unforeseen) {
            log.error("a worker's stream is ended, since its message could not be handled", unforeseen);
            leave();
            outbox.end(Status.INTERNAL);
        }
    }

    /** The transport has lost the worker, or the worker has cancelled. */
    @Override
    public void onError(Throwable failure) {
        leave();
        outbox.dropAll();
    }

    /** The worker has nothing more to say. */
    @Override
    public void onCompleted() {
        leave();
        outbox.end(Status.OK);
    }

    private void take(WorkerMessage message) {
        WorkerSession connected = session;
        if (connected == null) {
            if (!message.hasHello()) {
                throw Problem.invalid("hello", "must be the first message").toException();
            }
            hello(message.getHello());
            return;
        }
        switch (message.getMessageCase()) {
            case HELLO ->
                throw Problem.invalid("hello", "must be the first message only").toException();
            case ACCEPTED ->
                connected.accepted(WorkerWire.held(message.getAccepted().getRunsList()));
            case HEARTBEAT -> heartbeat(connected, message.getHeartbeat());
            case RESULTS ->
                connected.results(WorkerWire.ends(message.getResults().getResultsList()));
            case HAND_BACK ->
                connected.handBack(WorkerWire.held(message.getHandBack().getRunsList()));
            case NOTES -> {
                NoteBatch batch = message.getNotes();
                connected.notes(now -> NoteWire.notes(batch, now));
                NoteWire.tooLarge(batch).forEach(outbox::checkpointed);
            }
            case DRAINING -> connected.draining();
            case CAPACITY ->
                connected.capacity(Math.max(0, message.getCapacity().getSlots()));
            case MESSAGE_NOT_SET -> {
                // A message of a later revision of the contract: newer workers may say more than is understood here.
            }
        }
    }

    private static void heartbeat(WorkerSession connected, Heartbeat heartbeat) {
        List<HeldRun> held = WorkerWire.held(heartbeat.getHeldList());
        if (heartbeat.getPartial()) {
            connected.heartbeatOfSome(heartbeat.getSequence(), held);
        } else {
            connected.heartbeat(heartbeat.getSequence(), held);
        }
    }

    private void hello(Hello hello) {
        Optional<WorkerSession> connected =
                gateway.connect(HelloRules.profile(hello), WorkerWire.held(hello.getHeldList()), outbox);
        if (connected.isEmpty()) {
            over = true;
            outbox.close("this member takes no workers now");
            return;
        }
        workerId = hello.getWorkerId();
        session = connected.get();
        if (revoked) {
            // Meanwhile, by a thread that saw no session yet.
            leave();
            return;
        }
        outbox.welcome(GridMessages.welcome(terms));
        log.info(
                "worker connected worker={} pool={} slots={} held={} sdk={}",
                hello.getWorkerId(),
                hello.getPool(),
                hello.getSlots(),
                hello.getHeldCount(),
                hello.getSdkVersion());
    }

    private void end(Problem problem) {
        leave();
        outbox.end(WireProblems.toStatus(problem));
    }

    private void leave() {
        over = true;
        whenOver.accept(this);
        WorkerSession connected = session;
        session = null;
        if (connected != null) {
            log.info("worker disconnected worker={}", workerId);
            connected.closed();
        }
    }
}
