package io.carillon.engine.testkit;

import io.carillon.domain.id.RunId;
import io.carillon.engine.port.Leases;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The grid's leases, shared by all members. Answers at once, later, or with errors while the grid is away. */
public final class FakeLeases implements Leases {

    private final Map<RunId, Lease> entries = new HashMap<>();
    private final List<Runnable> delayed = new ArrayList<>();
    private boolean away;
    private boolean delaying;

    /** While true, what is granted or released is lost, and look-ups fail. */
    public void away(boolean value) {
        away = value;
    }

    /** While true, look-ups wait; then they find what is there by then. */
    public void delay(boolean value) {
        delaying = value;
        if (!value) {
            List<Runnable> waited = List.copyOf(delayed);
            delayed.clear();
            waited.forEach(Runnable::run);
        }
    }

    /** What waits is never answered; look-ups wait no more. */
    public void forgetDelayed() {
        delayed.clear();
        delaying = false;
    }

    public Optional<Lease> entry(RunId run) {
        return Optional.ofNullable(entries.get(run));
    }

    /** An entry is lost with the members that held it. */
    public void lose(RunId run) {
        entries.remove(run);
    }

    public void loseAll() {
        entries.clear();
    }

    /** A worker's heartbeat, as its gateway renews it; false if the owner must be asked. */
    public boolean heartbeat(RunId run, long fencingToken, Instant expiresAt) {
        return renew(List.of(new Renewal(run, fencingToken)), expiresAt).join().isEmpty();
    }

    @Override
    public void grant(Map<RunId, Lease> leases) {
        if (!away) {
            entries.putAll(leases);
        }
    }

    @Override
    public void release(Collection<RunId> runs) {
        if (!away) {
            runs.forEach(entries::remove);
        }
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> lookUp(Collection<RunId> runs) {
        if (away) {
            return CompletableFuture.failedFuture(new IllegalStateException("the grid does not answer"));
        }
        List<RunId> asked = List.copyOf(runs);
        return whenNotDelaying(() -> {
            Map<RunId, Lease> found = new HashMap<>();
            asked.forEach(run -> entry(run).ifPresent(lease -> found.put(run, lease)));
            return found;
        });
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> takeExpired(Collection<RunId> runs, Instant now) {
        if (!away) {
            List<RunId> asked = List.copyOf(runs);
            return whenNotDelaying(() -> {
                Map<RunId, Lease> found = new HashMap<>();
                asked.forEach(run -> entry(run).ifPresent(lease -> {
                    found.put(run, lease);
                    if (!lease.expiresAt().isAfter(now)) {
                        entries.remove(run);
                    }
                }));
                return found;
            });
        }
        return CompletableFuture.failedFuture(new IllegalStateException("the grid does not answer"));
    }

    @Override
    public CompletableFuture<Set<RunId>> renew(List<Renewal> renewals, Instant expiresAt) {
        if (away) {
            return CompletableFuture.failedFuture(new IllegalStateException("the grid does not answer"));
        }
        Set<RunId> missing = new HashSet<>();
        for (Renewal renewal : renewals) {
            Lease lease = entries.get(renewal.runId());
            if (lease == null || lease.fencingToken() != renewal.fencingToken()) {
                missing.add(renewal.runId());
            } else {
                entries.put(renewal.runId(), new Lease(lease.fencingToken(), expiresAt, lease.workerId()));
            }
        }
        return CompletableFuture.completedFuture(missing);
    }

    private CompletableFuture<Map<RunId, Lease>> whenNotDelaying(Supplier<Map<RunId, Lease>> look) {
        CompletableFuture<Map<RunId, Lease>> answer = new CompletableFuture<>();
        if (delaying) {
            delayed.add(() -> answer.complete(look.get()));
        } else {
            answer.complete(look.get());
        }
        return answer;
    }
}
