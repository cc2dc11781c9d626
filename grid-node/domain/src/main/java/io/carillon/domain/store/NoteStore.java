package io.carillon.domain.store;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.RunNote;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps what handlers say. Answers come on threads of the store, which must not be made to wait; they fail with {@link
 * StoreUnavailableException} where the database does not answer. Thread-safe.
 */
public interface NoteStore {

    /** Keeps nothing, and so refuses every checkpoint. */
    NoteStore NONE = new NoteStore() {
        @Override
        public CompletableFuture<Set<RunId>> write(List<RunNote> notes) {
            return CompletableFuture.completedFuture(Set.of());
        }

        @Override
        public CompletableFuture<Map<RunId, byte[]>> lastCheckpoints(Collection<RunId> runs) {
            return CompletableFuture.completedFuture(Map.of());
        }
    };

    /**
     * Writes all of them in one transaction. A note of an attempt that was never granted leaves nothing; progress counts for
     * the latest attempt only, and a checkpoint for a running attempt only.
     *
     * @param notes at most one of each attempt
     * @return when it is durable: the runs whose checkpoint was saved, or whose attempt has saved a later one
     */
    CompletableFuture<Set<RunId>> write(List<RunNote> notes);

    /** The last checkpoint of each of these runs that has one. */
    CompletableFuture<Map<RunId, byte[]>> lastCheckpoints(Collection<RunId> runs);
}
