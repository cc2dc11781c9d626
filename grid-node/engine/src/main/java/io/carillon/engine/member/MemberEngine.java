package io.carillon.engine.member;

import io.carillon.engine.command.Request;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.gateway.GatewayPorts;
import io.carillon.engine.gateway.GatewaySettings;
import io.carillon.engine.gateway.GatewayTicker;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import io.carillon.engine.shard.LoopGauges;
import io.carillon.engine.shard.LoopPorts;
import io.carillon.engine.shard.LoopSettings;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one member: its shard loops, its gateway, and the keeper that makes the loops follow the grid. Whoever
 * makes it starts and closes it, and passes on what the grid says: requests for shards owned here, runs handed off,
 * changes of ownership, members that left. Thread-safe.
 */
public final class MemberEngine implements AutoCloseable {

    private final ShardKeeper keeper;
    private final Gateway gateway;
    private final ShardLoops loops;
    private @Nullable GatewayTicker ticker;

    /** @param loopCount threads that serve shards; a few */
    public MemberEngine(EngineParts parts, LoopSettings settings, int loopCount) {
        this.gateway = new Gateway(
                new GatewayPorts(
                        parts.owners(),
                        parts.leases(),
                        parts.credits(),
                        parts.ownership(),
                        parts.notes(),
                        parts.time(),
                        parts.gatewayEvents()),
                new GatewaySettings(
                        settings.leases().duration(), settings.leases().handOffTimeout()));
        this.keeper = new ShardKeeper(parts.ownership(), parts.store(), parts.zones()::refresh);
        LoopPorts ports = new LoopPorts(
                parts.time(),
                parts.store(),
                parts.writer(),
                parts.schedules(),
                parts.ownership(),
                parts.fences(),
                parts.leases(),
                gateway,
                parts.handOff(),
                parts.loopEvents(),
                parts.zones());
        this.loops = new ShardLoops(loopCount, ports, settings, keeper::lost);
        gateway.onFreeSlots(capabilities -> loops.wake());
    }

    /** Begins to take what the grid says this member owns. */
    public void start() {
        loops.start();
        ticker = new GatewayTicker(gateway);
        keeper.start(loops);
    }

    public Gateway gateway() {
        return gateway;
    }

    /** Requests for shards that this member owns by the grid's table; each is answered once. */
    public void submit(Collection<? extends Request> requests) {
        loops.submit(requests);
    }

    /** Runs that other members handed to this one's gateway. */
    public void offered(List<Offer> offers) {
        gateway.offered(offers);
    }

    /** Tokens or credits may have come. */
    public void wake() {
        loops.wake();
    }

    /** The lease of an attempt of a shard owned here is over in the grid. */
    public void leaseExpired(Attempt attempt) {
        loops.leaseExpired(attempt);
    }

    /** An owner on another member says that these attempts must stop: their leases are lost, or their runs cancelled. */
    public void stop(Collection<Attempt> attempts, boolean lost) {
        gateway.stop(attempts, lost);
    }

    /** An owner on another member asks who has the workers of these attempts. */
    public void callRoll(Collection<Silent> attempts) {
        gateway.callRoll(attempts);
    }

    /** Ownership may have changed. */
    public void ownershipChanged() {
        keeper.hint();
    }

    /** The store is another one than before: drops what is known of its rows, and reads them again. */
    public void forget() {
        keeper.forgetAll();
    }

    public void memberLeft(String memberId) {
        loops.memberLost(memberId);
        keeper.hint();
    }

    /** True once every shard that the grid gives to this member is read and served. */
    public boolean serving() {
        return keeper.served() > 0 && loops.gauges().shards() == keeper.served();
    }

    public LoopGauges gauges() {
        return loops.gauges();
    }

    /** Asks workers to connect elsewhere; what they hold goes on. */
    public void leave(String reason) {
        gateway.sendAway(reason);
    }

    /** Ends streams and threads. Writes under way end by themselves; what depended on their answers is read again. */
    @Override
    public void close() {
        gateway.closeAll("the member stops");
        keeper.close();
        loops.close();
        if (ticker != null) {
            ticker.close();
        }
    }
}
