package io.carillon.engine.sim;

import io.carillon.domain.run.RunState;
import io.carillon.domain.store.RunWrite;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.gateway.GatewayEvents;
import io.carillon.engine.gateway.GatewayPorts;
import io.carillon.engine.gateway.GatewaySettings;
import io.carillon.engine.grid.fence.FencesOnModels;
import io.carillon.engine.grid.fence.GridFences;
import io.carillon.engine.member.KeptLoop;
import io.carillon.engine.member.ShardKeeper;
import io.carillon.engine.shard.LoopPorts;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.engine.shard.ShardLoop;
import io.carillon.engine.testkit.TestSchedules;
import io.carillon.engine.testkit.VirtualExecutor;
import io.carillon.engine.time.DisciplinedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A member: the product's parts, put together as it does itself, over models of what is around them. */
final class SimMember {

    private static final Duration TICK = Duration.ofMillis(100);

    final String id;
    final Node node;
    final DisciplinedTime time;
    final StoreLink store;
    final OwnershipView ownership;
    final MailDesk mail;
    final QueueDesk queues;
    final Gateway gateway;
    final ShardLoop loop;
    private final World world;
    private final ShardKeeper keeper;
    private final GridFences fences;
    private final VirtualExecutor fenceThread;

    private boolean leaving;

    @Nullable
    private Instant mayNotActSince;

    SimMember(World world, Node node, DisciplinedTime time, StoreLink store) {
        this.world = world;
        this.id = node.name;
        this.node = node;
        this.time = time;
        this.store = store;
        this.ownership = new OwnershipView(world, id, this::hint);
        this.mail = new MailDesk(world, this);
        this.queues = new QueueDesk(world, this);
        LeaseLink leases = new LeaseLink(world, this);
        LoopSettings settings = world.settings;
        this.gateway = new Gateway(
                new GatewayPorts(mail, leases, queues, ownership, time, GatewayEvents.NONE),
                new GatewaySettings(
                        settings.leases().duration(), settings.leases().handOffTimeout()));
        this.fenceThread = new VirtualExecutor(node::after);
        this.fences =
                FencesOnModels.fences(world.counter, world.floorOf(store), Counter.BLOCK, fenceThread, this::wake);
        this.loop = new ShardLoop(
                new LoopPorts(
                        time,
                        store,
                        new MutatedWriter(world, store, node, this::starts),
                        new TestSchedules(),
                        ownership,
                        world.laws.tokens(fences),
                        leases,
                        gateway,
                        queues,
                        world.events),
                settings,
                this::lost);
        this.keeper = KeptLoop.keeper(ownership, store, new VirtualExecutor(this::keeperAfter));
        gateway.onFreeSlots(capabilities -> loop.wake());
    }

    void begin() {
        new LoopDriver(world.agenda, node, loop, time).start();
        fences.start();
        node.repeat(TICK, gateway::tick);
        KeptLoop.start(keeper, loop);
        world.started(this);
    }

    /** As {@code kill -9}. */
    void kill() {
        node.kill();
        world.streamsOf(this).forEach(Stream::memberDied);
    }

    /** It will not come back. */
    void leave() {
        leaving = true;
        gateway.sendAway("leaving");
    }

    boolean isLeaving() {
        return leaving;
    }

    void mayAct(boolean value) {
        mayNotActSince = value ? null : time.now();
        ownership.mayAct(value);
    }

    void memberLeft(String memberId) {
        mail.memberLeft(memberId);
        queues.memberLeft(memberId);
        loop.memberLost(memberId);
        keeper.hint();
    }

    private void hint() {
        keeper.hint();
    }

    private void wake() {
        loop.wake();
    }

    private void lost(int shard) {
        keeper.lost(shard);
    }

    /** The keeper looks by itself every second; without that, hints alone tell it. */
    private void keeperAfter(Duration delay, Runnable task) {
        boolean poll = delay.compareTo(Duration.ofMillis(500)) > 0;
        if (!poll || !world.without(Mutation.OWNERSHIP_POLL)) {
            node.after(delay, task);
        }
    }

    /** Whoever knows that it may not act starts nothing. */
    private void starts(List<RunWrite> writes) {
        Instant since = mayNotActSince;
        if (since == null) {
            return;
        }
        for (RunWrite write : writes) {
            Instant startedAt = write.run().startedAt();
            boolean late = startedAt != null && startedAt.isAfter(since.plusMillis(5));
            if (late && write.run().state() == RunState.RUNNING && write.run().cancelRequestedAt() == null) {
                world.violations.add("member " + id + " starts " + write.run().id() + " although it may not act");
            }
        }
    }
}
