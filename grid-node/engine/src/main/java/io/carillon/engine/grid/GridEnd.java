package io.carillon.engine.grid;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import io.carillon.engine.grid.size.Terms;
import java.util.concurrent.CompletableFuture;

/**
 * Notices that the grid has ended although nobody asked it to: a member left while the CP group was forming, a rejoin after
 * a split failed, memory ran out. Some of these ends are announced by events and some by nothing, so it is also looked at.
 */
final class GridEnd implements LifecycleListener {

    private final CompletableFuture<String> unasked = new CompletableFuture<>();
    private volatile boolean asked;

    /** From now on an end is no news. */
    void ask() {
        asked = true;
    }

    /** Completes with the reason, on a thread of the grid's, which must not be made to wait. */
    CompletableFuture<String> unasked() {
        return unasked;
    }

    /** This member must not go on. */
    void demand(String reason) {
        if (!asked) {
            unasked.complete(reason);
        }
    }

    void look(HazelcastInstance grid, boolean cpFormed, Terms terms) {
        if (grid.getLifecycleService().isRunning()) {
            terms.difference(grid).ifPresent(this::demand);
        } else {
            demand(
                    cpFormed
                            ? "the grid has ended by itself; the log above says why"
                            : "the grid has ended by itself: a member left before the CP group had formed");
        }
    }

    @Override
    public void stateChanged(LifecycleEvent event) {
        if (event.getState() == LifecycleState.MERGE_FAILED) {
            demand("this member could not join the larger side again after a split");
        } else if (event.getState() == LifecycleState.SHUTDOWN) {
            demand("the grid has ended by itself; the log above says why");
        }
    }
}
