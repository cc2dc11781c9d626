package io.carillon.domain.run;

/** How the latest attempt ended; tells a repeated result from a stale one. Codes are stored. */
public enum AttemptEnd {
    /** There was none, or it is running. */
    OPEN(0),
    SUCCEEDED(1),
    /** The worker reported a failure that may be retried. */
    FAILED(2),
    /** The worker reported that a retry is pointless. */
    FAILED_FOR_GOOD(3),
    /** The attempt outlived its time limit. */
    TIMED_OUT(4),
    /** The lease ended without a word. */
    LAPSED(5),
    /** The worker gave the run back, or never confirmed it; not counted as an attempt. */
    HANDED_BACK(6),
    CANCELLED(7),
    /** It went on past its time limit without a word, until the grid took the run from it. */
    OVERRUN(8),
    /** It was asked to stop, and did not say that it had until the grid took the run from it. */
    CUT_OFF(9);

    private final int code;

    AttemptEnd(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** True if a worker's own report ended it, so that the same report again is a repeat. */
    public boolean reported() {
        return switch (this) {
            case SUCCEEDED, FAILED, FAILED_FOR_GOOD, TIMED_OUT, CANCELLED -> true;
            case OPEN, LAPSED, HANDED_BACK, OVERRUN, CUT_OFF -> false;
        };
    }

    /** @throws IllegalArgumentException if no end has this code */
    public static AttemptEnd ofCode(int code) {
        for (AttemptEnd end : values()) {
            if (end.code == code) {
                return end;
            }
        }
        throw new IllegalArgumentException("unknown attempt end code " + code);
    }
}
