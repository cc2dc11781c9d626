package io.carillon.verify.evidence;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one caller asked, and what it was told. A repeat is a request of its own, with the same key. One caller at a time changes a
 * job, so that requests for a job follow each other; a batch is one request for each of its jobs.
 *
 * @param number unique, rising in the order of sending
 * @param via the member and door that were asked, for people
 * @param key the {@code Idempotency-Key}; for a trigger, its {@code request_id} where that was given instead
 * @param job the job asked about; of a {@link Kind#CREATE}, the one that was chosen by the caller or told by the answer
 * @param run of {@link Kind#CANCEL} and {@link Kind#REDRIVE}, the run asked about; of a {@link Kind#TRIGGER}, the one told
 * @param definition of {@link Kind#CREATE} and {@link Kind#EDIT}: the whole definition as it stands if the request is carried out
 * @param option what goes with some kinds
 * @param sentAt just before the first byte went
 * @param answeredAt just after the answer was read, or the caller gave up
 * @param status the HTTP status or the gRPC code by name; null: there was no answer
 */
public record Request(
        long number,
        Kind kind,
        @Nullable String via,
        @Nullable String key,
        @Nullable UUID job,
        @Nullable UUID run,
        @Nullable Definition definition,
        @Nullable Option option,
        Instant sentAt,
        Instant answeredAt,
        Outcome outcome,
        @Nullable String status)
        implements Fact {

    public Request {
        if (answeredAt.isBefore(sentAt)) {
            throw new IllegalArgumentException(
                    "request " + number + " was sent at " + sentAt + " and answered before it, at " + answeredAt);
        }
        boolean defines = kind == Kind.CREATE || kind == Kind.EDIT;
        if (defines && definition == null) {
            throw new IllegalArgumentException("request " + number + ", " + kind + ", needs a definition");
        }
        if (kind == Kind.CREATE && outcome == Outcome.ACKNOWLEDGED && job == null) {
            throw new IllegalArgumentException("request " + number + " was acknowledged and needs the job it was told");
        }
        boolean changesJob = kind == Kind.EDIT || kind == Kind.PAUSE || kind == Kind.RESUME || kind == Kind.DELETE;
        if ((changesJob || kind == Kind.TRIGGER || kind == Kind.BACKFILL) && job == null) {
            throw new IllegalArgumentException("request " + number + ", " + kind + ", needs a job");
        }
        if ((kind == Kind.CANCEL || kind == Kind.REDRIVE) && run == null) {
            throw new IllegalArgumentException("request " + number + ", " + kind + ", needs a run");
        }
        if (kind == Kind.QUOTA && (option == null || option.owner() == null)) {
            throw new IllegalArgumentException("request " + number + " sets a quota and needs its owner");
        }
    }

    public enum Kind {
        /** A new job by any door. */
        CREATE,
        /** A {@code PATCH}, or a {@code PUT} of a job that is there. */
        EDIT,
        PAUSE,
        RESUME,
        DELETE,
        TRIGGER,
        BACKFILL,
        CANCEL,
        REDRIVE,
        QUOTA
    }

    /**
     * @param hold of a pause: runs that have not started wait, too
     * @param cancelRunning of a delete: the running run is cancelled, too
     * @param owner of a quota
     * @param maxRunning of a quota; null: no limit
     * @param from of a backfill, inclusive
     * @param to of a backfill, exclusive
     */
    public record Option(
            @Nullable Boolean hold,
            @Nullable Boolean cancelRunning,
            @Nullable String owner,
            @Nullable Long maxRunning,
            @Nullable Instant from,
            @Nullable Instant to) {

        public static Option ofPause(boolean hold) {
            return new Option(hold, null, null, null, null, null);
        }

        public static Option ofDelete(boolean cancelRunning) {
            return new Option(null, cancelRunning, null, null, null, null);
        }

        public static Option ofQuota(String owner, @Nullable Long maxRunning) {
            return new Option(null, null, owner, maxRunning, null, null);
        }

        public static Option ofBackfill(Instant from, Instant to) {
            return new Option(null, null, null, null, from, to);
        }
    }

    public boolean acknowledged() {
        return outcome == Outcome.ACKNOWLEDGED;
    }

    /** False only if the caller was told that nothing was done. */
    public boolean mayBeDone() {
        return outcome != Outcome.REFUSED;
    }

    /** @throws NullPointerException if this kind has none */
    public Definition defined() {
        return Objects.requireNonNull(definition, "definition of request " + number);
    }
}
