package io.carillon.domain.store;

import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.Standing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the first answers to creating calls that carry a key, for a day at least. Futures complete on threads of the store,
 * which must not be made to wait, and fail with {@link StoreUnavailableException}. Thread-safe.
 *
 * <p>A claim that has no end is taken over after {@link #CLAIM_TIME}. Its first holder may still be at work then, so whatever
 * a call makes must have ids that follow from its scope, key and day.
 */
public interface KeyedCalls {

    Duration CLAIM_TIME = Duration.ofSeconds(5);

    /** Claims the call for the caller, or tells what became of it; a claim is durable. */
    CompletableFuture<Standing> claim(KeyedCall call);

    /**
     * Notes, before the effect, what must be known to tell later whether there was one; for calls whose effect has no id of its
     * own. Whoever takes the claim over is told.
     *
     * @return false if another claim has taken the call over
     */
    CompletableFuture<Boolean> noted(Claimed claim, String note);

    /** Keeps the answer, unless another claim has taken the call over. */
    CompletableFuture<Void> answered(Claimed claim, KeptAnswer answer);

    /**
     * Gives the claim back.
     *
     * @param undone nothing was done, and the key is free again; else that is unknown, and only the same request may go on
     */
    CompletableFuture<Void> dropped(Claimed claim, boolean undone);
}
