package io.carillon.engine.member;

import io.carillon.domain.store.ShardStore;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.shard.ShardLoop;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;

/** A keeper on a test's executor, with one loop that takes what it gains. */
public final class KeptLoop implements ShardTaker {

    private final ShardLoop loop;

    private KeptLoop(ShardLoop loop) {
        this.loop = loop;
    }

    public static ShardKeeper keeper(Ownership ownership, ShardStore store, ScheduledExecutorService thread) {
        return new ShardKeeper(ownership, store, thread);
    }

    public static void start(ShardKeeper keeper, ShardLoop loop) {
        keeper.start(new KeptLoop(loop));
    }

    @Override
    public void gain(Map<Integer, Long> epochs) {
        loop.gain(epochs);
    }

    @Override
    public void lose(Set<Integer> shards) {
        loop.lose(shards);
    }
}
