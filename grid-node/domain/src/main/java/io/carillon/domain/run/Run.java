package io.carillon.domain.run;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run: one occurrence that is owed.
 *
 * @param revision the job's revision it was made from
 * @param attempt the number of the latest attempt, 0 before the first; an attempt no worker confirmed is taken back
 * @param retriesUsed since creation or the last redrive
 * @param lapses confirmed attempts whose lease ended without a word, since creation or the last redrive
 * @param retryAt no start before it; null before the first failure
 * @param leaseExpiresAt as granted at the start; renewals are not stored
 * @param fencingToken of the latest attempt, 0 before the first; only rises
 * @param lastEnd how the latest attempt ended
 * @param reason why it ended or waits, where its state alone does not tell
 * @param version of the row, from 1, raised by one with every write
 * @param writeId names the write that made this version
 */
public record Run(
        RunId id,
        JobId jobId,
        long revision,
        Trigger trigger,
        String ownerId,
        String pool,
        Instant nominalAt,
        Instant dueAt,
        RunState state,
        int attempt,
        int retriesUsed,
        int lapses,
        @Nullable Instant retryAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant leaseExpiresAt,
        long fencingToken,
        @Nullable String workerId,
        AttemptEnd lastEnd,
        @Nullable String reason,
        @Nullable Instant cancelRequestedAt,
        long version,
        UUID writeId) {

    /** The reason of a run that makes up for a gap, until it ends. */
    public static final String CATCHING_UP = "catching_up";

    /** The reason of a run whose last attempt's lease ended without a word. */
    static final String LEASE_LOST = "lease_lost";

    public Run {
        if (state == RunState.RUNNING && (workerId == null || startedAt == null || fencingToken == 0)) {
            throw new IllegalArgumentException("run " + id + " is running without worker, start or token");
        }
        if (state.terminal() != (endedAt != null)) {
            throw new IllegalArgumentException("run " + id + " is " + state + " and ended at " + endedAt);
        }
    }

    /** A run as it is claimed: nothing tried yet. */
    public static Run claimed(
            RunId id,
            JobId jobId,
            long revision,
            Trigger trigger,
            String ownerId,
            String pool,
            Instant nominalAt,
            Instant dueAt,
            UUID writeId) {
        return new Run(
                id,
                jobId,
                revision,
                trigger,
                ownerId,
                pool,
                nominalAt,
                dueAt,
                RunState.WAITING,
                0,
                0,
                0,
                null,
                null,
                null,
                null,
                0,
                null,
                AttemptEnd.OPEN,
                null,
                null,
                1,
                writeId);
    }

    /** The same, not written yet, as one that makes up for a gap in which it should have been claimed. */
    public Run asMakingUp() {
        return new RunEdit(this).reason(CATCHING_UP).unwritten();
    }

    /** Whether it makes up for a gap, having been made too late or asked for afterwards: punctual runs go first. */
    public boolean makesUp() {
        return trigger == Trigger.BACKFILL || CATCHING_UP.equals(reason);
    }

    /** The reason as users see it: that it lost its lease says more than that it makes up for a gap. */
    public @Nullable String reasonShown() {
        boolean lapsed = state == RunState.WAITING && lastEnd == AttemptEnd.LAPSED;
        return lapsed && CATCHING_UP.equals(reason) ? LEASE_LOST : reason;
    }

    public int shard() {
        return id.shard();
    }

    /** The earliest time at which it may start. */
    public Instant eligibleAt() {
        return retryAt != null && retryAt.isAfter(dueAt) ? retryAt : dueAt;
    }
}
