package io.carillon.worker.runtime;

import io.carillon.proto.v1.RunResult;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.state.HeldRun;
import io.carillon.worker.state.HeldRuns;
import io.carillon.worker.state.LeaseClock;
import io.carillon.worker.state.ResultOutbox;
import java.util.ArrayList;
import java.util.List;

/** All that the worker knows of its runs. Touched by the worker's thread alone, but for what says otherwise. */
final class WorkerState {
    final int slots;
    final LeaseClock leases = new LeaseClock();
    final HeldRuns runs;
    final ResultOutbox<RunResult> outbox = new ResultOutbox<>();
    /** Received, and not confirmed to the grid yet. At most as many as there are slots. */
    final List<HeldRun> toAccept = new ArrayList<>();
    /** Not wanted, and not yet said so. Bounded: no more messages are let in while there are many. */
    final List<AttemptKey> toHandBack = new ArrayList<>();
    /** Any thread may read them. */
    final WorkerCounters counters = new WorkerCounters();
    /** What handlers have said. */
    final NoteDesk notes = new NoteDesk();
    /** How long a lease lasts where the assignment does not say; what the grid said in its welcome. */
    long leaseNanos = 60_000_000_000L;
    /**
     * How long an assignment gives a right that no heartbeat has renewed; what the member said in its welcome. Members that do
     * not say count on the whole lease.
     */
    long acceptLeaseNanos = Durations.NANOS_MAX;
    /** No new work is taken. */
    boolean draining;

    WorkerState(int slots) {
        this.slots = slots;
        this.runs = new HeldRuns(slots, leases);
    }

    void handBack(AttemptKey key) {
        toHandBack.add(key);
        counters.handedBack.increment();
    }
}
