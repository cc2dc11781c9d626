package io.carillon.engine.grid.lease;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryExpiredListener;
import io.carillon.domain.id.RunId;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.grid.lease.GrantLeases.Grant;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Leases;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases in a map of the grid, each for its lease and two seconds more. One operation a shard, whatever the number of
 * runs: operations over keys of many partitions cost the product of both.
 *
 * <p>What the grid does not answer when it is renewed counts as missing: then the owner is asked, and if that is of no use
 * either, the worker is not confirmed and stops in time. A look-up that the grid does not answer fails, since no lease may
 * lapse for want of an answer.
 */
public final class GridLeases implements Leases {

    public static final String MAP = "leases";

    private static final Logger log = LoggerFactory.getLogger(GridLeases.class);

    /** So much longer than the lease lives its entry: the grid rounds down to seconds, and clocks differ. */
    private static final Duration TTL_MARGIN = Duration.ofSeconds(2);

    private static final long ANSWER_SECONDS = 5;

    private final IMap<RunKey, Lease> map;
    private final TimeSource time;
    private final LeaseMeters meters;

    /** @param onExpired told, on a thread of the grid's, of an entry of a shard of this member whose time to live is over */
    public GridLeases(HazelcastInstance grid, TimeSource time, MeterRegistry registry, Consumer<Attempt> onExpired) {
        this.map = grid.getMap(MAP);
        this.time = time;
        this.meters = new LeaseMeters(registry);
        map.addLocalEntryListener((EntryExpiredListener<RunKey, Lease>) event -> {
            meters.expired();
            onExpired.accept(
                    new Attempt(event.getKey().id(), event.getOldValue().fencingToken()));
        });
    }

    @Override
    public void grant(Map<RunId, Lease> leases) {
        byShard(leases.keySet()).forEach(runs -> {
            Map<RunKey, Grant> grants = new HashMap<>(runs.size() * 2);
            for (RunId run : runs) {
                Lease lease = leases.get(run);
                if (lease != null) {
                    grants.put(new RunKey(run), new Grant(lease, ttlMillis(lease.expiresAt())));
                }
            }
            var unused = run(grants.keySet(), new GrantLeases(grants));
        });
    }

    @Override
    public void release(Collection<RunId> runs) {
        byShard(runs).forEach(shard -> {
            var unused = run(keys(shard), new ReleaseLeases());
        });
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> lookUp(Collection<RunId> runs) {
        return gather(byShard(runs), shard -> run(keys(shard), new LookUpLeases()), GridLeases::together);
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> takeExpired(Collection<RunId> runs, Instant now) {
        return gather(byShard(runs), shard -> run(keys(shard), new TakeExpiredLeases(now)), GridLeases::together);
    }

    @Override
    public CompletableFuture<Set<RunId>> renew(List<Renewal> renewals, Instant expiresAt) {
        Map<RunId, Long> tokens = new HashMap<>(renewals.size() * 2);
        renewals.forEach(renewal -> tokens.put(renewal.runId(), renewal.fencingToken()));
        long ttlMillis = ttlMillis(expiresAt);
        return gather(byShard(tokens.keySet()), shard -> renewShard(shard, tokens, expiresAt, ttlMillis), parts -> {
            Set<RunId> missing = new HashSet<>();
            parts.forEach(missing::addAll);
            meters.missing(missing.size());
            meters.renewed(tokens.size() - missing.size());
            return missing;
        });
    }

    private CompletableFuture<Collection<RunId>> renewShard(
            List<RunId> shard, Map<RunId, Long> tokens, Instant expiresAt, long ttlMillis) {
        Map<RunKey, Long> byKey = new HashMap<>(shard.size() * 2);
        for (RunId run : shard) {
            byKey.put(new RunKey(run), tokens.getOrDefault(run, 0L));
        }
        return run(byKey.keySet(), new RenewLeases(byKey, expiresAt, ttlMillis))
                .<Collection<RunId>>thenApply(
                        missing -> missing.keySet().stream().map(RunKey::id).toList())
                .exceptionally(error -> shard);
    }

    private static Map<RunId, Lease> together(List<Map<RunKey, Lease>> shards) {
        Map<RunId, Lease> found = new HashMap<>();
        shards.forEach(shard -> shard.forEach((key, lease) -> found.put(key.id(), lease)));
        return found;
    }

    private long ttlMillis(Instant expiresAt) {
        Duration left = Duration.between(time.now(), expiresAt);
        return (left.isNegative() ? TTL_MARGIN : left.plus(TTL_MARGIN)).toMillis();
    }

    private <R> CompletableFuture<Map<RunKey, R>> run(Set<RunKey> keys, EntryProcessor<RunKey, Lease, R> processor) {
        CompletableFuture<Map<RunKey, R>> answer;
        try {
            answer = map.submitToKeys(keys, processor).toCompletableFuture();
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        return answer.copy().orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).whenComplete((done, error) -> {
            if (error != null) {
                meters.failed(keys.size());
                log.debug("no answer from leases keys={}", keys.size(), error);
            }
        });
    }

    /** Asks shard by shard, and puts the answers together once all are there. */
    private static <P, T> CompletableFuture<T> gather(
            List<List<RunId>> shards, Function<List<RunId>, CompletableFuture<P>> ask, Function<List<P>, T> together) {
        List<CompletableFuture<P>> parts = shards.stream().map(ask).toList();
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .thenApply(all -> together.apply(
                        parts.stream().map(CompletableFuture::join).toList()));
    }

    private static Set<RunKey> keys(Collection<RunId> runs) {
        Set<RunKey> keys = new HashSet<>(runs.size() * 2);
        runs.forEach(run -> keys.add(new RunKey(run)));
        return keys;
    }

    private static List<List<RunId>> byShard(Collection<RunId> runs) {
        Map<Integer, List<RunId>> shards = new HashMap<>();
        for (RunId run : runs) {
            shards.computeIfAbsent(run.shard(), any -> new ArrayList<>()).add(run);
        }
        return List.copyOf(shards.values());
    }
}
