package io.carillon.worker.runtime;

import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.RunNote;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream that keeps what is sent on it. */
final class FakeStream implements GridStream {
    final int target;
    final List<WorkerMessage> sent = new ArrayList<>();
    boolean ready = true;
    int requested;
    boolean finished;

    @Nullable
    String cancelled;

    FakeStream(int target) {
        this.target = target;
    }

    @Override
    public void send(WorkerMessage message) {
        if (finished || cancelled != null) {
            throw new IllegalStateException("the stream has ended");
        }
        sent.add(message);
    }

    @Override
    public boolean isReady() {
        return ready;
    }

    @Override
    public void request(int messages) {
        requested += messages;
    }

    @Override
    public void finish() {
        finished = true;
    }

    @Override
    public void cancel(String reason) {
        cancelled = reason;
    }

    Hello hello() {
        return sent.get(0).getHello();
    }

    List<WorkerMessage> sent(WorkerMessage.MessageCase kind) {
        return sent.stream().filter(message -> message.getMessageCase() == kind).toList();
    }

    List<RunResult> results() {
        return sent(WorkerMessage.MessageCase.RESULTS).stream()
                .flatMap(message -> message.getResults().getResultsList().stream())
                .toList();
    }

    List<String> handedBack() {
        return sent(WorkerMessage.MessageCase.HAND_BACK).stream()
                .flatMap(message -> message.getHandBack().getRunsList().stream())
                .map(run -> run.getRunId() + ":" + run.getFencingToken())
                .toList();
    }

    List<String> accepted() {
        return sent(WorkerMessage.MessageCase.ACCEPTED).stream()
                .flatMap(message -> message.getAccepted().getRunsList().stream())
                .map(run -> run.getRunId() + ":" + run.getFencingToken())
                .toList();
    }

    List<RunNote> notes() {
        return sent(WorkerMessage.MessageCase.NOTES).stream()
                .flatMap(message -> message.getNotes().getNotesList().stream())
                .toList();
    }

    List<Heartbeat> heartbeats() {
        return sent(WorkerMessage.MessageCase.HEARTBEAT).stream()
                .map(WorkerMessage::getHeartbeat)
                .toList();
    }

    List<Integer> capacities() {
        return sent(WorkerMessage.MessageCase.CAPACITY).stream()
                .map(message -> message.getCapacity().getSlots())
                .toList();
    }
}
