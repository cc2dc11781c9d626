package io.carillon.persistence.mapstore;

import io.carillon.domain.store.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits on threads that may wait: those of the pool for map stores. */
final class Answers {

    private Answers() {}

    /** @throws StoreUnavailableException if there is no answer in time, or the answer is that there is none */
    static <T> T await(CompletableFuture<T> future, Duration timeout) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoreUnavailableException known
                    ? known
                    : new StoreUnavailableException("the store failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new StoreUnavailableException("no answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted", e);
        }
    }
}
