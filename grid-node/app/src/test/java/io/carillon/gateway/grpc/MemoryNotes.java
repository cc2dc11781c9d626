package io.carillon.gateway.grpc;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.store.NoteStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what handlers say, of the attempts that may. */
final class MemoryNotes implements NoteStore {

    final List<RunNote> notes = new CopyOnWriteArrayList<>();
    final Map<RunId, Checkpoint> checkpoints = new ConcurrentHashMap<>();
    final Set<Long> staleTokens = ConcurrentHashMap.newKeySet();

    @Override
    public CompletableFuture<Set<RunId>> write(List<RunNote> said) {
        Set<RunId> saved = new HashSet<>();
        for (RunNote note : said) {
            notes.add(note);
            Checkpoint checkpoint = note.checkpoint();
            if (checkpoint != null && !staleTokens.contains(note.fencingToken())) {
                checkpoints.put(note.runId(), checkpoint);
                saved.add(note.runId());
            }
        }
        return CompletableFuture.completedFuture(saved);
    }

    @Override
    public CompletableFuture<Map<RunId, byte[]>> lastCheckpoints(Collection<RunId> runs) {
        Map<RunId, byte[]> found = new HashMap<>();
        for (RunId run : runs) {
            Checkpoint checkpoint = checkpoints.get(run);
            if (checkpoint != null) {
                found.put(run, checkpoint.state());
            }
        }
        return CompletableFuture.completedFuture(found);
    }
}
