package io.carillon.domain.job;

/**
 * What a user made of a job. {@code completed} is not stored: a one-off with nothing left to plan and no live run is
 * completed, so a redrive of its run reopens it without a second write. Codes are stored.
 */
public enum JobStatus {
    ACTIVE(0),
    PAUSED(1),
    DELETED(2),
    /** Paused, and its runs that wait do not start. */
    HELD(3);

    private final int code;

    JobStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** @throws IllegalArgumentException if no status has this code */
    public static JobStatus ofCode(int code) {
        for (JobStatus status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new IllegalArgumentException("unknown job status code " + code);
    }
}
