package io.carillon.domain.plan;

/** Why an occurrence made no run. Codes are stored. */
public enum SkipReason {
    MISFIRE(0),
    OVERLAP(1),
    PAUSED(2),
    DELETED(3),
    ENDED(4);

    private final int code;

    SkipReason(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException if no reason has this code */
    public static SkipReason ofCode(int code) {
        for (SkipReason reason : values()) {
            if (reason.code == code) {
                return reason;
            }
        }
        throw new IllegalArgumentException("unknown skip reason code " + code);
    }
}
