package io.carillon.engine.sim;

import io.carillon.domain.store.FenceStore;
import io.carillon.engine.grid.fence.FencesOnModels;
import io.carillon.engine.grid.fence.FencesOnModels.SharedCounter;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The grid's counter of tokens: away, reset to nothing, or used by somebody else between two steps of one who takes. */
final class Counter implements SharedCounter {

    static final int BLOCK = 6;

    private final World world;
    private long value;
    private boolean away;
    private boolean disturbing;

    Counter(World world) {
        this.world = world;
    }

    void away(boolean yes) {
        away = yes;
    }

    void reset() {
        value = 0;
    }

    @Override
    public CompletableFuture<Long> read() {
        disturb();
        return answer(() -> value);
    }

    @Override
    public CompletableFuture<Boolean> compareAndSet(long expected, long next) {
        disturb();
        CompletableFuture<Boolean> answer = answer(() -> {
            boolean fits = value == expected;
            value = fits ? next : value;
            return fits;
        });
        disturb();
        return answer;
    }

    private <T> CompletableFuture<T> answer(Supplier<T> step) {
        if (away || world.mix.hits(Fault.COUNTER_FAILS)) {
            return CompletableFuture.failedFuture(new IllegalStateException("no leader"));
        }
        T done = step.get();
        // The answer may be lost after the step was taken.
        return world.mix.hits(Fault.COUNTER_FAILS)
                ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
                : CompletableFuture.completedFuture(done);
    }

    private void disturb() {
        if (disturbing || away || !world.mix.hits(Fault.COUNTER_DISTURBED)) {
            return;
        }
        disturbing = true;
        try {
            if (world.chance.oneIn(4)) {
                reset();
            } else {
                FencesOnModels.takeAndForget(this, floorOfNobody(), BLOCK);
            }
        } finally {
            disturbing = false;
        }
    }

    private FenceStore floorOfNobody() {
        return world.floorOf(new StoreLink(world, world.outside));
    }
}
