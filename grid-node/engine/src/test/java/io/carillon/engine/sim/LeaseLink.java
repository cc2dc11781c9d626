package io.carillon.engine.sim;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Run;
import io.carillon.engine.port.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One member's way to the leases. */
final class LeaseLink implements Leases {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    private final World world;
    private final SimMember member;
    private final Chance chance;

    LeaseLink(World world, SimMember member) {
        this.world = world;
        this.member = member;
        this.chance = world.chance.fork();
    }

    @Override
    public void grant(Map<RunId, Lease> leases) {
        Map<RunId, Lease> granted = new TreeMap<>(leases);
        Instant now = member.time.now();
        later(() -> granted.forEach((run, lease) -> {
            Lease current = world.leases.get(run);
            if (current == null || current.fencingToken() <= lease.fencingToken()) {
                world.leases.set(run, lease, now);
            }
        }));
    }

    @Override
    public void release(Collection<RunId> runs) {
        List<RunId> released = List.copyOf(runs);
        later(() -> released.forEach(world.leases::remove));
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> lookUp(Collection<RunId> runs) {
        Set<RunId> asked = new TreeSet<>(runs);
        return ask(() -> found(asked));
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> takeExpired(Collection<RunId> runs, Instant now) {
        Set<RunId> asked = new TreeSet<>(runs);
        return ask(() -> {
            Map<RunId, Lease> found = found(asked);
            if (world.without(Mutation.LOOK_AT_THE_ENTRY)) {
                found.replaceAll((run, lease) -> new Lease(lease.fencingToken(), now, lease.workerId()));
            }
            if (world.without(Mutation.DOUBT_A_MISSING_ENTRY)) {
                asked.forEach(run -> found.putIfAbsent(run, over(run, now)));
            }
            found.forEach((run, lease) -> {
                if (!lease.expiresAt().isAfter(now)) {
                    world.leases.remove(run);
                }
            });
            return found;
        });
    }

    @Override
    public CompletableFuture<Set<RunId>> renew(List<Renewal> renewals, Instant expiresAt) {
        List<Renewal> asked = List.copyOf(renewals);
        Instant now = member.time.now();
        return ask(() -> {
            Set<RunId> missing = new HashSet<>();
            for (Renewal renewal : asked) {
                Lease lease = world.leases.get(renewal.runId());
                if (lease == null || lease.fencingToken() != renewal.fencingToken()) {
                    missing.add(renewal.runId());
                } else if (lease.expiresAt().isBefore(expiresAt)) {
                    world.leases.set(
                            renewal.runId(), new Lease(lease.fencingToken(), expiresAt, lease.workerId()), now);
                }
            }
            return world.without(Mutation.RENEW_ONLY_OWN_AND_REVOKE) ? Set.of() : missing;
        });
    }

    private Lease over(RunId run, Instant now) {
        long token = world.database.rows.run(run).map(Run::fencingToken).orElse(0L);
        return new Lease(token, now, "nobody");
    }

    private Map<RunId, Lease> found(Set<RunId> asked) {
        Map<RunId, Lease> found = new TreeMap<>();
        for (RunId run : asked) {
            Lease lease = world.leases.get(run);
            if (lease != null) {
                found.put(run, lease);
            }
        }
        return found;
    }

    /** On the smaller side of a split the grid gives nothing and takes nothing. */
    private boolean fails(Fault fault) {
        return isCutOff() || world.mix.hits(fault);
    }

    private boolean isCutOff() {
        return member.node.isIsolated() || !member.ownership.reallyMayAct();
    }

    private void later(Runnable operation) {
        if (!fails(Fault.LEASE_CALL_LOST)) {
            world.agenda.after(chance.micros(100, 2_000), operation);
        }
    }

    private <T> CompletableFuture<T> ask(Supplier<T> operation) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        boolean fails = fails(Fault.LEASE_CALL_FAILS);
        boolean done = !fails || (!isCutOff() && chance.oneIn(2));
        world.agenda.after(chance.micros(100, 2_000), () -> {
            T value = done ? operation.get() : null;
            Duration back = fails ? ANSWER_MAX : chance.micros(100, 2_000);
            world.agenda.after(
                    back,
                    () -> member.node.run(() -> {
                        if (fails || value == null) {
                            answer.completeExceptionally(new IllegalStateException("the grid does not answer"));
                        } else {
                            answer.complete(value);
                        }
                    }));
        });
        return answer;
    }
}
