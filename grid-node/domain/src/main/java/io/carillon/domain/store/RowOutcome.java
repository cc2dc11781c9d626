package io.carillon.domain.store;

import org.jspecify.annotations.Nullable;

/** What became of one conditional write. */
public record RowOutcome(Kind kind, @Nullable String detail) {

    public static final RowOutcome APPLIED = new RowOutcome(Kind.APPLIED, null);
    public static final RowOutcome ALREADY_APPLIED = new RowOutcome(Kind.ALREADY_APPLIED, null);
    public static final RowOutcome EPOCH_LOST = new RowOutcome(Kind.EPOCH_LOST, null);
    public static final RowOutcome VERSION_LOST = new RowOutcome(Kind.VERSION_LOST, null);
    public static final RowOutcome KEY_TAKEN = new RowOutcome(Kind.KEY_TAKEN, null);
    public static final RowOutcome NOT_TRIED = new RowOutcome(Kind.NOT_TRIED, null);

    public enum Kind {
        /** Written and committed by this call. */
        APPLIED,
        /** The row carries this very write: an earlier try had been committed. Its effects happen now. */
        ALREADY_APPLIED,
        /** Another owner has raised the epoch: drop the shard's state, touch nothing. */
        EPOCH_LOST,
        /** Somebody else moved the row: reload and decide again. */
        VERSION_LOST,
        /** Another job of the owner has the key. */
        KEY_TAKEN,
        /** The owner has as many jobs as it may have; {@link #detail} is how many. */
        JOBS_FULL,
        /** The owner has as many exact jobs as it may have; {@link #detail} is how many. */
        EXACT_JOBS_FULL,
        /** As many runs of the owner run as may at once; {@link #detail} is how many. The row is as it was. */
        OVER_MAX_RUNNING,
        /** Nothing wrong with this row, but another of its all-or-nothing batch failed: submit it again. */
        NOT_TRIED,
        /** The database refuses this row for its own sake; {@link #detail} says why. */
        REJECTED
    }

    /** @param holder the job that has it */
    public static RowOutcome keyTaken(String holder) {
        return new RowOutcome(Kind.KEY_TAKEN, holder);
    }

    /** @param max how many jobs the owner may have */
    public static RowOutcome jobsFull(int max) {
        return new RowOutcome(Kind.JOBS_FULL, String.valueOf(max));
    }

    /** @param max how many exact jobs the owner may have */
    public static RowOutcome exactJobsFull(int max) {
        return new RowOutcome(Kind.EXACT_JOBS_FULL, String.valueOf(max));
    }

    /** @param max how many runs of the owner may run at once */
    public static RowOutcome overMaxRunning(int max) {
        return new RowOutcome(Kind.OVER_MAX_RUNNING, String.valueOf(max));
    }

    public static RowOutcome rejected(String detail) {
        return new RowOutcome(Kind.REJECTED, detail);
    }

    /** True if the row now says what the write wanted. */
    public boolean durable() {
        return kind == Kind.APPLIED || kind == Kind.ALREADY_APPLIED;
    }
}
