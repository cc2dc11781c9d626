package io.carillon.domain.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A creating call that carries a key.
 *
 * @param scope who calls what: the same key in another scope is another key
 * @param requestHash of all that makes two calls the same, in hex
 */
public record KeyedCall(String scope, String key, String requestHash) {

    /** Where a call with a key stands. */
    public sealed interface Standing {}

    /**
     * The call is the caller's to carry out, and to end by {@link KeyedCalls#answered} or {@link KeyedCalls#dropped}.
     *
     * @param madeOn the day under which the key is kept, the same for every claim of one key
     * @param claimId of this claim: another one may take the call over when this one is old
     * @param again somebody else began it before and did not come to an end: it may have had its effect
     * @param note what that one noted by {@link KeyedCalls#noted}; null: nothing
     */
    public record Claimed(
            KeyedCall call,
            LocalDate madeOn,
            UUID claimId,
            boolean again,
            @Nullable String note) implements Standing {

        /** Without a note. */
        public Claimed(KeyedCall call, LocalDate madeOn, UUID claimId, boolean again) {
            this(call, madeOn, claimId, again, null);
        }
    }

    /** It was answered before. */
    public record Answered(KeptAnswer answer) implements Standing {}

    /** Somebody else is at it, since {@code takenAt}. */
    public record UnderWay(Instant takenAt) implements Standing {}

    /** The key belongs to another request. */
    public record OtherRequest() implements Standing {}

    /**
     * An answer as it was given.
     *
     * @param status of HTTP
     * @param body JSON; empty: none
     */
    public record KeptAnswer(int status, @Nullable String location, String body) {}
}
