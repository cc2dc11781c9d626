package io.carillon.worker.runtime;

import io.carillon.proto.v1.HeartbeatPart;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.state.EndRule;
import io.carillon.worker.state.HeldRun;
import io.carillon.worker.state.HeldRuns;
import io.carillon.worker.state.StopReason;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of runs that were taken in, until they are acknowledged or given up. It notes what is to be said; the
 * {@link Sender} says it. Called by the worker's thread alone.
 */
final class RunDesk {
    private static final Logger log = LoggerFactory.getLogger(RunDesk.class);

    private final WorkerState state;

    RunDesk(WorkerState state) {
        this.state = state;
    }

    void cancel(List<io.carillon.proto.v1.HeldRun> runs) {
        for (io.carillon.proto.v1.HeldRun wire : runs) {
            AttemptKey key = Messages.key(wire);
            HeldRun held = state.runs.find(key);
            if (held != null) {
                // Told again and again until the run has ended: who is stopping already is not to be disturbed.
                if (held.stopped() != StopReason.CANCELLED) {
                    held.stop(StopReason.CANCELLED);
                }
            } else if (!state.outbox.contains(key)) {
                // Never arrived here, or given up before: the grid need not wait for the lease to end.
                state.handBack(key);
            }
        }
    }

    void revoke(List<io.carillon.proto.v1.HeldRun> runs) {
        int revoked = 0;
        for (io.carillon.proto.v1.HeldRun wire : runs) {
            HeldRun held = state.runs.find(Messages.key(wire));
            if (held != null) {
                log.debug("event=lease-revoked {}", held.key());
                revoked++;
                state.runs.discount(held);
                held.stop(StopReason.REVOKED);
            }
        }
        if (revoked > 0) {
            log.warn("event=leases-revoked runs={}", revoked);
            state.counters.leasesLost.add(revoked);
        }
    }

    void renewedInPart(HeartbeatPart part) {
        state.runs.renewedInPart(
                part.getSequence(),
                part.getNotRenewedList().stream().map(Messages::key).collect(Collectors.toSet()));
    }

    void acknowledged(List<ResultAck> acks) {
        for (ResultAck ack : acks) {
            if (ack.getVerdict() == ResultVerdict.RESULT_VERDICT_UNSPECIFIED
                    || ack.getVerdict() == ResultVerdict.UNRECOGNIZED) {
                continue;
            }
            AttemptKey key = Messages.key(ack);
            if (state.outbox.acknowledged(key) && ack.getVerdict() == ResultVerdict.RESULT_VERDICT_STALE) {
                state.counters.staleResults.increment();
                log.debug("event=stale-result {}", key);
            }
        }
    }

    void ended(HeldRun run, Ending ending, long nowNanos) {
        state.notes.ended(run.key(), nowNanos);
        EndRule rule = EndRule.of(run.stopped(), run.counted(), ending.succeeded());
        state.runs.ended(run);
        switch (rule) {
            case RESULT -> {
                (ending.succeeded() ? state.counters.succeeded : state.counters.failed).increment();
                RunResult result = ending.result();
                report(
                        run.key(),
                        result != null ? result : Results.failureWithoutDetails(run.key(), ending.errorType()));
            }
            case CANCELLED -> report(run.key(), Results.cancelled(run.key()));
            case HAND_BACK -> state.handBack(run.key());
            case NOTHING -> {}
        }
    }

    /** Stops what has run too long, and what may lose its lease before it is renewed. */
    void checkDeadlines(long nowNanos) {
        HeldRuns.Due due = state.runs.due(nowNanos);
        for (HeldRun run : due.timedOut()) {
            boolean cancelled = run.stopped() == StopReason.CANCELLED;
            AttemptKey key = run.key();
            report(key, cancelled ? Results.cancelled(key) : Results.timedOut(key, run.timeoutNanos()));
            state.counters.timedOut.increment();
            state.runs.discount(run);
            run.stop(StopReason.TIMED_OUT);
        }
        if (!due.fenced().isEmpty()) {
            log.warn("event=leases-ending runs={} action=stop", due.fenced().size());
            state.counters.leasesLost.add(due.fenced().size());
            due.fenced().forEach(run -> run.stop(StopReason.LEASE_ENDING));
        }
    }

    /** The grace period is over: what is still at work is to stop, and is handed back as it ends. */
    void stopAll() {
        for (HeldRun run : state.runs.counted()) {
            if (run.stopped() == null) {
                run.stop(StopReason.SHUT_DOWN);
            }
        }
    }

    /**
     * What did not stop is handed back although its handler has not ended. A run whose handler ends the program has failed:
     * handed back, which does not count, it would end one worker after another for ever.
     */
    void abandonAll() {
        List<HeldRun> atWork = List.copyOf(state.runs.counted());
        if (!atWork.isEmpty()) {
            log.warn("event=handlers-did-not-stop runs={} action=hand-back", atWork.size());
        }
        for (HeldRun run : atWork) {
            state.runs.discount(run);
            if (run.work().endsProgram()) {
                log.error("event=handler-ends-program {}", run.key());
                state.counters.failed.increment();
                report(run.key(), Results.endedProgram(run.key()));
            } else {
                state.handBack(run.key());
            }
            run.stop(StopReason.SHUT_DOWN);
        }
    }

    private void report(AttemptKey key, RunResult result) {
        state.outbox.add(key, result, result.getSerializedSize());
    }
}
