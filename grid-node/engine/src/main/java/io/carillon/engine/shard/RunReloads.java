package io.carillon.engine.shard;

import java.util.List;
import java.util.function.Consumer;

/** Frees runs after their writes: lets those go on that waited, or first reads again what memory had wrong. */
final class RunReloads implements Recovery {

    private final LoopContext loop;
    private final LiveRuns runs;
    private final Consumer<ShardState> onEpochLost;

    RunReloads(LoopContext loop, LiveRuns runs, Consumer<ShardState> onEpochLost) {
        this.loop = loop;
        this.runs = runs;
        this.onEpochLost = onEpochLost;
    }

    @Override
    public void release(RunSlot slot) {
        while (!slot.busy && slot.shard.active()) {
            Waiter next = slot.line.next();
            if (next == null) {
                return;
            }
            next.proceed();
        }
    }

    @Override
    public void reload(RunSlot slot) {
        loop.ask(() -> loop.ports.store().loadRuns(List.of(slot.run.id())), (found, error) -> {
            if (!slot.shard.active() || runs.isSuperseded(slot)) {
                slot.line.abandon();
                return;
            }
            if (found == null) {
                loop.ports.events().storeUnavailable();
                slot.line.stand();
                loop.after(loop.gate.failed(loop.now()), now -> reload(slot));
                return;
            }
            loop.gate.answered();
            slot.line.move();
            slot.busy = false;
            if (found.isEmpty()) {
                runs.forget(slot);
                slot.line.abandon();
            } else {
                if (found.get(0).run().version() != slot.run.version()) {
                    // Memory was wrong, not the write.
                    slot.rejections.reset();
                }
                runs.replace(slot, found.get(0));
                release(slot);
            }
        });
    }

    @Override
    public void epochLost(ShardState shard) {
        if (shard.active()) {
            loop.ports.events().epochLost(shard.shard);
            onEpochLost.accept(shard);
        }
    }
}
