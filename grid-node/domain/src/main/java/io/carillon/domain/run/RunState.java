package io.carillon.domain.run;

/**
 * The stored state of a run. Codes are stored.
 *
 * <p>Before a start there is one state: whether the run is scheduled, queued or between two attempts follows from its
 * times (see {@link RunStatus}), so that a due time passing costs no write.
 */
public enum RunState {
    /** Not started, or to be started again. Leads to running, cancelled. */
    WAITING(0, false),
    /** A worker holds the lease of the current attempt. Leads to succeeded, waiting, dead, cancelled. */
    RUNNING(1, false),
    /** The result of an attempt was accepted. Final. */
    SUCCEEDED(2, true),
    /** No retry left; keeps its payload and last error. Leads to waiting by a redrive only. */
    DEAD(3, true),
    /** Ended on purpose: by a user, by expiry, with its job. Final. */
    CANCELLED(4, true);

    private final int code;
    private final boolean terminal;

    RunState(int code, boolean terminal) {
        this.code = code;
        this.terminal = terminal;
    }

    public int code() {
        return code;
    }

    public boolean terminal() {
        return terminal;
    }

    /** @throws IllegalArgumentException if no state has this code */
    public static RunState ofCode(int code) {
        for (RunState state : values()) {
            if (state.code == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("unknown run state code " + code);
    }
}
