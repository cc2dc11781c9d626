package io.carillon.engine.member;

import io.carillon.engine.command.Request;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.shard.LoopGauges;
import io.carillon.engine.shard.LoopPorts;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.engine.shard.LoopThread;
import io.carillon.engine.shard.ShardLoop;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** The loops of a member; a shard is always served by the same one. Thread-safe. */
public final class ShardLoops implements ShardTaker, AutoCloseable {

    private final List<ShardLoop> loops = new ArrayList<>();
    private final List<LoopThread> threads = new ArrayList<>();

    /** @param onShardLost told on a loop's thread when the store says that another owner has a shard */
    public ShardLoops(int count, LoopPorts ports, LoopSettings settings, IntConsumer onShardLost) {
        for (int i = 0; i < count; i++) {
            ShardLoop loop = new ShardLoop(ports, settings, onShardLost);
            loops.add(loop);
            threads.add(new LoopThread("carillon-loop-" + i, loop, ports.time()));
        }
    }

    public void start() {
        threads.forEach(LoopThread::start);
    }

    /** Requests for shards this member should own; each is answered once, with a refusal if the shard is not here. */
    public void submit(Collection<? extends Request> requests) {
        if (loops.size() == 1) {
            loops.get(0).submit(requests);
            return;
        }
        List<List<Request>> byLoop = new ArrayList<>();
        loops.forEach(loop -> byLoop.add(new ArrayList<>()));
        for (Request request : requests) {
            byLoop.get(indexOf(request.shard())).add(request);
        }
        for (int i = 0; i < loops.size(); i++) {
            if (!byLoop.get(i).isEmpty()) {
                loops.get(i).submit(byLoop.get(i));
            }
        }
    }

    @Override
    public void gain(Map<Integer, Long> epochs) {
        List<Map<Integer, Long>> byLoop = new ArrayList<>();
        loops.forEach(loop -> byLoop.add(new HashMap<>()));
        epochs.forEach((shard, epoch) -> byLoop.get(indexOf(shard)).put(shard, epoch));
        for (int i = 0; i < loops.size(); i++) {
            if (!byLoop.get(i).isEmpty()) {
                loops.get(i).gain(byLoop.get(i));
            }
        }
    }

    @Override
    public void lose(Set<Integer> shards) {
        List<Set<Integer>> byLoop = new ArrayList<>();
        loops.forEach(loop -> byLoop.add(new HashSet<>()));
        shards.forEach(shard -> byLoop.get(indexOf(shard)).add(shard));
        for (int i = 0; i < loops.size(); i++) {
            if (!byLoop.get(i).isEmpty()) {
                loops.get(i).lose(byLoop.get(i));
            }
        }
    }

    public void memberLost(String memberId) {
        loops.forEach(loop -> loop.memberLost(memberId));
    }

    /** The grid has dropped the lease of this attempt, its time to live being over. */
    public void leaseExpired(Attempt attempt) {
        loops.get(indexOf(attempt.runId().shard())).leaseExpired(attempt);
    }

    /** Slots, credits or tokens may have become free. */
    public void wake() {
        loops.forEach(ShardLoop::wake);
    }

    public LoopGauges gauges() {
        LoopGauges sum = LoopGauges.EMPTY;
        for (ShardLoop loop : loops) {
            sum = sum.plus(loop.gauges());
        }
        return sum;
    }

    @Override
    public void close() {
        threads.forEach(LoopThread::close);
    }

    private int indexOf(int shard) {
        return shard % loops.size();
    }
}
