package io.carillon.engine.shard;

import io.carillon.domain.job.Job;
import java.util.List;

/** Reads single jobs from the store, again and again until it answers; their slots stay busy meanwhile. */
final class JobReloads {

    private final LoopContext loop;

    JobReloads(LoopContext loop) {
        this.loop = loop;
    }

    /** @param then runs on the loop's thread with the slot's job as stored, null if there is none; still busy */
    void reload(JobSlot slot, Runnable then) {
        loop.onAnswer(loop.ports.store().loadJobs(List.of(slot.id)), (found, error) -> {
            if (!slot.shard.active()) {
                return;
            }
            if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.after(loop.gate.failed(loop.now()), now -> reload(slot, then));
                return;
            }
            Job job = found.isEmpty() ? null : found.get(0);
            slot.job = job;
            then.run();
        });
    }
}
