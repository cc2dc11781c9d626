package io.carillon.engine.sim;

import io.carillon.domain.id.RunId;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Leases.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The grid's map of leases. Entries go when their time to live is over, of which the shard's owner hears, perhaps; with a
 * member that dies some are lost, and of some an older backup comes back.
 */
final class LeaseGrid {

    private static final Duration TTL_MARGIN = Duration.ofSeconds(2);

    private record Entry(Lease lease, @Nullable Lease before, long number) {}

    private final World world;
    private final Chance chance;
    private final Map<RunId, Entry> entries = new TreeMap<>();
    private long numbers;
    private int losses;

    LeaseGrid(World world) {
        this.world = world;
        this.chance = world.chance.fork();
    }

    @Nullable
    Lease get(RunId run) {
        Entry entry = entries.get(run);
        return entry == null ? null : entry.lease;
    }

    /** @param now by the clock of whoever sets it, from which the time to live is reckoned */
    void set(RunId run, Lease lease, Instant now) {
        Entry old = entries.get(run);
        long number = numbers++;
        entries.put(run, new Entry(lease, old == null ? null : old.lease, number));
        world.timeline.remark(() -> "lease " + run + " " + lease);
        Duration left = Duration.between(now, lease.expiresAt());
        Duration ttl = (left.isNegative() ? Duration.ZERO : left).plus(TTL_MARGIN);
        world.agenda.after(ttl, () -> {
            Entry current = entries.get(run);
            if (current != null && current.number == number) {
                entries.remove(run);
                expired(run, lease.fencingToken());
            }
        });
    }

    void remove(RunId run) {
        world.timeline.remark(() -> "lease " + run + " removed");
        entries.remove(run);
    }

    /** Everything has gone with all members. */
    void clear() {
        entries.clear();
    }

    boolean everLostSome() {
        return losses > 0;
    }

    int size() {
        return entries.size();
    }

    /** A part is lost, as when a machine's wall clock jumps, by which the grid reckons times to live. */
    void loseSome() {
        losses++;
        entries.keySet().removeIf(run -> chance.oneIn(2));
    }

    /** What it held of these shards comes back from backups that lag behind, or does not. */
    void memberDied(Set<Integer> shards) {
        boolean backupsDiedToo = world.mix.hits(Fault.LEASE_CALL_LOST);
        for (RunId run : List.copyOf(entries.keySet())) {
            Entry entry = entries.get(run);
            Lease before = entry == null ? null : entry.before;
            if (entry == null || !shards.contains(run.shard())) {
                continue;
            }
            if (backupsDiedToo && chance.oneIn(2)) {
                entries.remove(run);
            } else if (chance.oneIn(3) && before != null && before.fencingToken() == entry.lease.fencingToken()) {
                entries.put(run, new Entry(before, null, entry.number));
            }
        }
    }

    private void expired(RunId run, long token) {
        SimMember owner = world.member(world.table.ownerOf(run.shard()));
        if (owner != null && !world.mix.hits(Fault.HINT_LOST)) {
            owner.node.run(() -> owner.loop.leaseExpired(new Attempt(run, token)));
        }
    }
}
