package io.carillon.engine.grid.ownership;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.partition.MigrationListener;
import com.hazelcast.partition.MigrationState;
import com.hazelcast.partition.ReplicaMigrationEvent;
import com.hazelcast.splitbrainprotection.SplitBrainProtection;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.grid.size.MovingMajority;
import io.carillon.engine.port.Ownership;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ownership by the grid's partition table, looked at every second and at every hint.
 *
 * <p>Events of migration, membership and life cycle are hints only: they travel over queues that may drop or reorder
 * them. What counts is the difference between two looks. While this member may not act (the smaller side of a split,
 * merging, leaving) it owns nothing, whatever the table says.
 */
public final class GridOwnership implements Ownership, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GridOwnership.class);

    /** Partitions move one by one: what moves together is read together. */
    private static final Duration HINT_DELAY = Duration.ofMillis(50);

    private final HazelcastInstance grid;
    private final ShardTable table;
    private final MovingMajority majority;
    private final @Nullable SplitBrainProtection protection;
    private final Background background;
    private final List<OwnershipListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean lookDue = new AtomicBoolean();
    private final AtomicBoolean away = new AtomicBoolean();
    /** A merge drops what this member held, even if it is over before the next look and the table is as before. */
    private final AtomicBoolean everythingLost = new AtomicBoolean();

    private volatile Set<Integer> owned = Set.of();
    private volatile boolean closed;

    /**
     * @param majority without which this member may not act
     * @param protectionName of the grid's own split-brain protection; null: none is configured
     * @param background runs the looks and the listeners, on one thread
     */
    public GridOwnership(
            HazelcastInstance grid,
            ShardTable table,
            MovingMajority majority,
            @Nullable String protectionName,
            Background background) {
        this.grid = grid;
        this.table = table;
        this.majority = majority;
        this.protection = protectionName == null
                ? null
                : grid.getSplitBrainProtectionService().getSplitBrainProtection(protectionName);
        this.background = background;
    }

    /** Before {@link #start}. */
    public void addListener(OwnershipListener listener) {
        listeners.add(listener);
    }

    public void start(Duration lookEvery) {
        grid.getLifecycleService().addLifecycleListener(this::onLifecycle);
        grid.getCluster().addMembershipListener(new Members());
        grid.getPartitionService().addMigrationListener(new Migrations());
        background.repeat(lookEvery, this::look);
    }

    /** As of the last look, less what has gone since. */
    @Override
    public Set<Integer> ownedShards() {
        if (!mayAct()) {
            return Set.of();
        }
        return owned.stream().filter(table::isLocal).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public String memberId() {
        return grid.getCluster().getLocalMember().getUuid().toString();
    }

    @Override
    public boolean mayAct() {
        SplitBrainProtection known = protection;
        return !away.get()
                && majority.apply(grid.getCluster().getMembers())
                && (known == null || known.hasMinimumSize());
    }

    /** Gives up all shards, for good: the member is about to leave. */
    public void leave() {
        away.set(true);
        hint();
    }

    /** Listeners hear nothing more. */
    @Override
    public void close() {
        away.set(true);
        closed = true;
    }

    /** Something may have changed: look soon. Hints that come before the look are one. */
    public void hint() {
        if (lookDue.compareAndSet(false, true)) {
            background.runAfter(HINT_DELAY, this::look);
        }
    }

    private void look() {
        lookDue.set(false);
        if (closed) {
            return;
        }
        if (everythingLost.getAndSet(false)) {
            compare(Set.of());
        }
        try {
            compare(mayAct() ? table.local() : Set.of());
        } catch (HazelcastInstanceNotActiveException e) {
            compare(Set.of());
        }
    }

    private void compare(Set<Integer> now) {
        Set<Integer> before = owned;
        if (now.equals(before)) {
            return;
        }
        Set<Integer> lost = without(before, now);
        Set<Integer> gained = without(now, before);
        owned = now;
        log.info("ownership changed owned={} gained={} lost={}", now.size(), gained.size(), lost.size());
        if (!lost.isEmpty()) {
            tell(listener -> listener.lost(lost));
        }
        if (!gained.isEmpty()) {
            tell(listener -> listener.gained(gained));
        }
    }

    /** The looks must go on, whatever a listener does. */
    private void tell(Consumer<OwnershipListener> news) {
        for (OwnershipListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (RuntimeException e) {
                log.error("ownership listener failed listener={}", listener, e);
            }
        }
    }

    private static Set<Integer> without(Set<Integer> from, Set<Integer> taken) {
        Set<Integer> rest = new HashSet<>(from);
        rest.removeAll(taken);
        return Set.copyOf(rest);
    }

    private void onLifecycle(LifecycleEvent event) {
        LifecycleState state = event.getState();
        if (state == LifecycleState.SHUTTING_DOWN) {
            away.set(true);
        } else if (state == LifecycleState.MERGING) {
            away.set(true);
            everythingLost.set(true);
        } else if (state == LifecycleState.MERGED) {
            away.set(false);
        }
        hint();
    }

    private final class Members implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            hint();
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            String left = event.getMember().getUuid().toString();
            background.run(() -> tell(listener -> listener.memberLeft(left)));
            hint();
        }
    }

    private final class Migrations implements MigrationListener {
        @Override
        public void migrationStarted(MigrationState state) {}

        @Override
        public void migrationFinished(MigrationState state) {
            hint();
        }

        @Override
        public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
            hint();
        }

        @Override
        public void replicaMigrationFailed(ReplicaMigrationEvent event) {
            hint();
        }
    }
}
