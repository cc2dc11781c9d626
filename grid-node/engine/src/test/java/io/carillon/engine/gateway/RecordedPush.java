package io.carillon.engine.gateway;

import io.carillon.engine.command.Assignment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a worker would have received. */
final class RecordedPush implements Push {

    final List<HeldRun> assigned = new ArrayList<>();
    final List<Integer> batchSizes = new ArrayList<>();
    final List<HeldRun> cancelled = new ArrayList<>();
    final List<HeldRun> revoked = new ArrayList<>();
    final List<ResultAck> acks = new ArrayList<>();
    final List<CheckpointAck> checkpointed = new ArrayList<>();
    final List<Assignment> assignments = new ArrayList<>();
    final List<Long> renewed = new ArrayList<>();
    final Map<Long, List<HeldRun>> inPart = new LinkedHashMap<>();
    final List<String> goneAway = new ArrayList<>();
    final List<String> closed = new ArrayList<>();

    @Override
    public void assign(List<Assignment> batch) {
        batchSizes.add(batch.size());
        assignments.addAll(batch);
        batch.forEach(assignment -> assigned.add(Made.held(assignment)));
    }

    @Override
    public void cancel(HeldRun run) {
        cancelled.add(run);
    }

    @Override
    public void revoke(HeldRun run) {
        revoked.add(run);
    }

    @Override
    public void acknowledge(ResultAck ack) {
        acks.add(ack);
    }

    @Override
    public void checkpointed(CheckpointAck ack) {
        checkpointed.add(ack);
    }

    @Override
    public void renewed(long sequence) {
        renewed.add(sequence);
    }

    @Override
    public void renewedInPart(long sequence, List<HeldRun> notRenewed) {
        inPart.put(sequence, notRenewed);
    }

    @Override
    public void goAway(String reason) {
        goneAway.add(reason);
    }

    @Override
    public void close(String reason) {
        closed.add(reason);
    }
}
