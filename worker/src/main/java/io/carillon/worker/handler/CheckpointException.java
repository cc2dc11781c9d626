package io.carillon.worker.handler;

/** A checkpoint was not saved, or it is not known whether it was. Thrown out of a handler it is a failure that may pass. */
public final class CheckpointException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /** Why. */
    public enum Reason {
        /** The attempt has no right to the run any more, and nothing was saved: stop. */
        LEASE_LOST("the attempt has lost its lease"),
        /** No confirmation came in time; it may be saved, or be saved later. */
        NOT_CONFIRMED("the checkpoint was not confirmed in time"),
        /** The member this worker is connected to is of an older version, which keeps no checkpoints. */
        NOT_SUPPORTED("this member keeps no checkpoints"),
        /** The attempt has ended: its handler has returned, and something else still calls. */
        ENDED("the attempt has ended");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    public CheckpointException(Reason reason) {
        super(reason.words);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
