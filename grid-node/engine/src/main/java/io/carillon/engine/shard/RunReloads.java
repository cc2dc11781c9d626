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
        while (!slot.busy) {
            Waiter next = slot.waiting.poll();
            if (next == null) {
                return;
            }
            next.proceed();
        }
    }

    @Override
    public void reload(RunSlot slot) {
        loop.onAnswer(loop.ports.store().loadRuns(List.of(slot.run.id())), (found, error) -> {
            if (!slot.shard.active()) {
                return;
            }
            if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.after(loop.gate.failed(loop.now()), now -> reload(slot));
                return;
            }
            loop.gate.answered();
            slot.busy = false;
            if (found.isEmpty()) {
                runs.forget(slot);
                slot.waiting.forEach(Waiter::abandon);
                slot.waiting.clear();
            } else {
                runs.replace(slot, found.get(0).run());
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
