package io.carillon.engine.shard;

import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.RowOutcome;
import java.time.Instant;

/**
 * Ends runs that were not started in time. The start's own decision refuses them from the same moment on, so it does not
 * matter when this comes to it: after a take-over, an outage of the store, or late.
 */
final class Expiries {

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;

    Expiries(LoopContext loop, LiveRuns runs, RunWrites writes) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
        runs.onExpired(this::expire);
    }

    /** The slot must be free, and its run wait. */
    private void expire(RunSlot slot, Instant startBefore) {
        RunEvent event = new RunEvent.Expire(startBefore);
        if (!(RunTransitions.decide(slot.run, event, loop.now(), slot.definition.retry(), 0, loop.newId())
                instanceof Moved moved)) {
            throw new IllegalStateException("run " + slot.run.id() + " is said to be too late, and is not");
        }
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved expired) {
                runs.place(slot);
            }

            @Override
            public void refused(RowOutcome outcome) {
                // It is read again and placed anew, unless the shard is lost.
            }
        });
    }
}
