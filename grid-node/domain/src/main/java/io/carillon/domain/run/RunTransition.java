package io.carillon.domain.run;

import static io.carillon.domain.run.RunState.CANCELLED;
import static io.carillon.domain.run.RunState.DEAD;
import static io.carillon.domain.run.RunState.RUNNING;
import static io.carillon.domain.run.RunState.SUCCEEDED;
import static io.carillon.domain.run.RunState.WAITING;

/**
 * Every way a run can go. {@link RunTransitions} takes these and no others; the picture in the documentation is drawn
 * from this table, and a test fails if one is never taken.
 */
public enum RunTransition {
    START(WAITING, RUNNING, "a worker takes it"),
    SUCCEED(RUNNING, SUCCEEDED, "success"),
    RETRY(RUNNING, WAITING, "failure or timeout, a retry is left"),
    DIE(RUNNING, DEAD, "permanent failure, or no retry is left"),
    HAND_BACK(RUNNING, WAITING, "handed back or never confirmed"),
    LAPSE(RUNNING, WAITING, "lease lost"),
    LAPSE_DEAD(RUNNING, DEAD, "lease lost for the last time allowed"),
    CANCEL_WAITING(WAITING, CANCELLED, "cancelled before a start"),
    EXPIRE(WAITING, CANCELLED, "not started in time"),
    ASK_CANCEL(RUNNING, RUNNING, "cancel requested, the worker is told"),
    CANCEL_RUNNING(RUNNING, CANCELLED, "ended as cancelled"),
    CUT_OFF(RUNNING, CANCELLED, "cancelled, and not ended in time after it"),
    REDRIVE(DEAD, WAITING, "redriven by a user");

    private final RunState from;
    private final RunState to;
    private final String when;

    RunTransition(RunState from, RunState to, String when) {
        this.from = from;
        this.to = to;
        this.when = when;
    }

    public RunState from() {
        return from;
    }

    public RunState to() {
        return to;
    }

    public String when() {
        return when;
    }
}
