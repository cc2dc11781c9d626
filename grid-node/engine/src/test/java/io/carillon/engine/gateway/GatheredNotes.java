package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.store.NoteStore;
import io.carillon.domain.store.StoreUnavailableException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A store of notes that answers when the test says so. */
final class GatheredNotes implements NoteStore {

    final List<List<RunNote>> written = new ArrayList<>();
    final List<List<RunId>> looked = new ArrayList<>();
    final Map<RunId, byte[]> last = new HashMap<>();
    private final Deque<CompletableFuture<Set<RunId>>> writes = new ArrayDeque<>();
    private final Deque<CompletableFuture<Map<RunId, byte[]>>> looks = new ArrayDeque<>();

    @Override
    public CompletableFuture<Set<RunId>> write(List<RunNote> notes) {
        written.add(List.copyOf(notes));
        writes.add(new CompletableFuture<>());
        return writes.getLast();
    }

    @Override
    public CompletableFuture<Map<RunId, byte[]>> lastCheckpoints(Collection<RunId> runs) {
        looked.add(List.copyOf(runs));
        looks.add(new CompletableFuture<>());
        return looks.getLast();
    }

    void saved(RunId... runs) {
        writes.remove().complete(Set.of(runs));
    }

    void answerLook() {
        looks.remove().complete(last);
    }

    void failWrite() {
        writes.remove().completeExceptionally(away());
    }

    void failLook() {
        looks.remove().completeExceptionally(away());
    }

    private static StoreUnavailableException away() {
        return new StoreUnavailableException("away", new IOException("no answer"));
    }
}
