package io.carillon.persistence.commit;

import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.StoreUnavailableException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One call of the write path: its writes, and the answer it waits for. */
record Submission<W>(List<W> writes, CompletableFuture<List<RowOutcome>> answer) {

    static <W> Submission<W> of(List<W> writes) {
        return new Submission<>(List.copyOf(writes), new CompletableFuture<>());
    }

    int rows() {
        return writes.size();
    }

    /** The outcome stays open. Without effect if it has been answered. */
    void unavailable(String message, Throwable cause) {
        answer.completeExceptionally(
                cause instanceof StoreUnavailableException known
                        ? known
                        : new StoreUnavailableException(message, cause));
    }
}
