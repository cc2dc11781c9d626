package io.carillon.engine.statistics;

import io.carillon.domain.run.RunTransition;
import org.jspecify.annotations.Nullable;

/** How an attempt or a wait ended. The codes are on the wire, from 0 on without a gap. */
public enum RunOutcome {
    SUCCEEDED(0),
    /** The attempt failed, the run is tried again. */
    FAILED(1),
    DEAD(2),
    /** The attempt's lease ended without a word. */
    LAPSED(3),
    CANCELLED(4);

    static final int COUNT = 5;

    private final int code;

    RunOutcome(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Null: such a step ends nothing. */
    static @Nullable RunOutcome of(RunTransition transition) {
        return switch (transition) {
            case SUCCEED -> SUCCEEDED;
            case RETRY -> FAILED;
            case DIE, LAPSE_DEAD -> DEAD;
            case LAPSE -> LAPSED;
            case CANCEL_WAITING, EXPIRE, CANCEL_RUNNING, CUT_OFF -> CANCELLED;
            case START, HAND_BACK, ASK_CANCEL, REDRIVE -> null;
        };
    }
}
