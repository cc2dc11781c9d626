package io.carillon.worker.runtime;

import io.carillon.proto.v1.Assignment;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.state.HeldRun;
import io.carillon.worker.time.WorkerClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes assignments in: each is started, or handed back at once. Called by the worker's thread alone. */
final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);
    /** While so many results wait for an acknowledgement, no work is taken that would add to them. */
    private static final int UNACKNOWLEDGED_MAX = 100_000;

    private static final int UNKNOWN_HANDLERS_LOGGED_MAX = 100;

    private final WorkerState state;
    private final Handlers handlers;
    private final WorkerClock clock;
    private final GridStream.EventSink events;
    private final Consumer<List<Execution>> starter;
    private final Set<String> unknownHandlersLogged = new HashSet<>();

    /** @param starter gives executions a thread each; never blocks */
    Intake(
            WorkerState state,
            Handlers handlers,
            WorkerClock clock,
            GridStream.EventSink events,
            Consumer<List<Execution>> starter) {
        this.state = state;
        this.handlers = handlers;
        this.clock = clock;
        this.events = events;
        this.starter = starter;
    }

    void assigned(List<Assignment> assignments, long nowNanos) {
        List<Execution> executions = new ArrayList<>(assignments.size());
        for (Assignment assignment : assignments) {
            Execution execution = admit(assignment, nowNanos);
            if (execution != null) {
                executions.add(execution);
            }
        }
        state.counters.assigned.add(executions.size());
        starter.accept(executions);
    }

    /** Null if there is nothing to start. */
    private @Nullable Execution admit(Assignment assignment, long nowNanos) {
        AttemptKey key = Messages.key(assignment);
        if (state.outbox.contains(key)) {
            // It has ended here already, and its result is on its way.
            return null;
        }
        return switch (state.runs.judge(key)) {
            case NEW -> start(assignment, key, nowNanos);
            case REPEATED -> {
                HeldRun held = state.runs.find(key);
                if (held != null) {
                    state.toAccept.add(held);
                }
                yield null;
            }
            case OUTDATED, FULL -> {
                state.handBack(key);
                yield null;
            }
        };
    }

    private @Nullable Execution start(Assignment assignment, AttemptKey key, long nowNanos) {
        JobHandler handler = handlers.find(assignment);
        if (handler == null) {
            logUnknownHandler(assignment.getHandler());
        }
        if (handler == null || state.draining || state.outbox.size() >= UNACKNOWLEDGED_MAX) {
            state.handBack(key);
            return null;
        }
        long leaseNanos =
                assignment.hasLeaseDuration() ? Durations.nanos(assignment.getLeaseDuration()) : state.leaseNanos;
        Execution.Deadlines deadlines = new Execution.Deadlines(
                nowNanos,
                Math.min(leaseNanos, state.acceptLeaseNanos),
                leaseNanos,
                assignment.hasTimeout() ? Durations.nanos(assignment.getTimeout()) : Durations.NANOS_MAX);
        Execution execution =
                new Execution(handler, assignment, deadlines, state.leases, clock, events, state.notes.room);
        state.runs.add(execution.held());
        state.toAccept.add(execution.held());
        return execution;
    }

    private void logUnknownHandler(String name) {
        if (unknownHandlersLogged.size() < UNKNOWN_HANDLERS_LOGGED_MAX && unknownHandlersLogged.add(name)) {
            log.warn("event=unknown-handler handler={} action=hand-back", name);
        }
    }
}
