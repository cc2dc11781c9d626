package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.store.NoteStore;
import io.carillon.engine.port.LocalWorkers.Placed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the last checkpoint into assignments of runs that were started before. It is read after the start is durable, so what
 * an earlier attempt was told to be saved is found. First starts have none and pass through without a look. Never blocks.
 */
final class CheckpointDesk {

    private static final Logger log = LoggerFactory.getLogger(CheckpointDesk.class);

    /** So many states of 64 KiB are read at once. */
    private static final int READ_MAX = 100;

    private final NoteStore store;
    private final UnderWay underWay;
    private final Consumer<List<Placed>> push;
    private final Consumer<List<Placed>> giveBack;

    /**
     * @param giveBack for those whose checkpoint could not be read: without it, work that was done would be done again, which
     *     the attempt was promised not to
     */
    CheckpointDesk(NoteStore store, UnderWay underWay, Consumer<List<Placed>> push, Consumer<List<Placed>> giveBack) {
        this.store = store;
        this.underWay = underWay;
        this.push = push;
        this.giveBack = giveBack;
    }

    void assign(List<Placed> placed) {
        List<Placed> again = placed.stream()
                .filter(one -> one.assignment().mayHaveCheckpoint())
                .toList();
        if (again.isEmpty()) {
            push.accept(placed);
            return;
        }
        List<Placed> first = new ArrayList<>(placed);
        first.removeAll(again);
        if (!first.isEmpty()) {
            push.accept(first);
        }
        for (int from = 0; from < again.size(); from += READ_MAX) {
            read(again.subList(from, Math.min(from + READ_MAX, again.size())));
        }
    }

    private void read(List<Placed> placed) {
        List<RunId> runs =
                placed.stream().map(one -> one.assignment().run().id()).toList();
        underWay.add(runs);
        var unused = store.lastCheckpoints(runs).whenComplete((found, error) -> answered(placed, found, error));
    }

    private void answered(List<Placed> placed, @Nullable Map<RunId, byte[]> found, @Nullable Throwable error) {
        if (found == null) {
            log.debug("checkpoints could not be read, runs are given back n={}", placed.size(), error);
            giveBack.accept(placed);
            return;
        }
        push.accept(placed.stream()
                .map(one -> {
                    byte[] state = found.get(one.assignment().run().id());
                    return state == null
                            ? one
                            : new Placed(one.slot(), one.assignment().with(new Checkpoint(0, state)));
                })
                .toList());
    }
}
