package io.carillon.engine.shard;

import java.util.List;

/** Reads single jobs from the store, again and again until it answers; their slots stay busy meanwhile. */
final class JobReloads {

    private final LoopContext loop;

    JobReloads(LoopContext loop) {
        this.loop = loop;
    }

    /**
     * Runs one of the two on the loop's thread.
     *
     * @param then with the slot's job as stored, null if there is none; still busy
     * @param abandoned the shard was lost meanwhile
     */
    void reload(JobSlot slot, Runnable then, Runnable abandoned) {
        loop.ask(() -> loop.ports.store().loadJobs(List.of(slot.id)), (found, error) -> {
            if (!slot.shard.active()) {
                abandoned.run();
            } else if (found == null) {
                loop.ports.events().storeUnavailable();
                slot.line.stand();
                loop.after(loop.gate.failed(loop.now()), now -> reload(slot, then, abandoned));
            } else {
                slot.line.move();
                slot.job = found.isEmpty() ? null : found.get(0);
                then.run();
            }
        });
    }
}
