package io.carillon.engine.alert;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.testkit.JobMaker;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The alerts of a test in place of the database, shared by its members. */
final class Outbox implements AlertStore {

    private static final class Row {
        final long id;
        final Instant diedAt;
        Instant nextTryAt;
        int tries;

        Row(long id, Instant diedAt) {
            this.id = id;
            this.diedAt = diedAt;
            this.nextTryAt = diedAt;
        }
    }

    final TreeMap<String, TreeMap<Long, Row>> waiting = new TreeMap<>();
    final Map<String, Webhook> webhooks = new HashMap<>();
    final Map<String, Circuit> circuits = new HashMap<>();
    final TreeSet<Long> delivered = new TreeSet<>();
    final TreeSet<Long> givenUp = new TreeSet<>();
    int taken;
    boolean away;
    private long made;

    void endpoint(String owner) {
        webhooks.put(owner, new Webhook(owner, "https://" + owner + ".example/hook", "secret", 1));
    }

    long die(String owner, Instant at) {
        long id = ++made;
        waiting.computeIfAbsent(owner, o -> new TreeMap<>()).put(id, new Row(id, at));
        return id;
    }

    int waitingOf(String owner) {
        return waiting.getOrDefault(owner, new TreeMap<>()).size();
    }

    @Override
    public List<Waiting> waiting(Instant now, String afterOwner, int limit) {
        answer();
        return waiting.tailMap(afterOwner, false).entrySet().stream()
                .filter(each -> each.getValue().values().stream().anyMatch(row -> !row.nextTryAt.isAfter(now)))
                .filter(each -> {
                    Circuit circuit = circuits.get(each.getKey());
                    return circuit == null || !circuit.closedUntil().isAfter(now);
                })
                .limit(limit)
                .map(each -> new Waiting(
                        webhooks.getOrDefault(each.getKey(), new Webhook(each.getKey(), null, null, 0)),
                        circuits.get(each.getKey())))
                .toList();
    }

    @Override
    public List<Alert> take(String ownerId, Instant now, Instant until, int limit) {
        answer();
        List<Row> due = waiting.getOrDefault(ownerId, new TreeMap<>()).values().stream()
                .filter(row -> !row.nextTryAt.isAfter(now))
                .sorted(Comparator.comparing(row -> row.nextTryAt))
                .limit(limit)
                .toList();
        due.forEach(row -> {
            row.nextTryAt = until;
            row.tries++;
            taken++;
        });
        return due.stream().map(row -> alert(ownerId, row)).toList();
    }

    @Override
    public boolean takeProbe(String ownerId, Circuit seen, Instant until) {
        answer();
        if (!seen.equals(circuits.get(ownerId))) {
            return false;
        }
        circuits.put(ownerId, new Circuit(seen.failures(), seen.failingSince(), until, seen.lastError()));
        return true;
    }

    @Override
    public Optional<Circuit> circuit(String ownerId) {
        answer();
        return Optional.ofNullable(circuits.get(ownerId));
    }

    @Override
    public void delivered(Alert alert, Instant now) {
        answer();
        remove(alert);
        delivered.add(alert.id());
        circuits.remove(alert.ownerId());
    }

    @Override
    public void again(Alert alert, Instant at, Circuit circuit) {
        answer();
        Row row = waiting.getOrDefault(alert.ownerId(), new TreeMap<>()).get(alert.id());
        if (row != null && row.tries == alert.tries()) {
            row.nextTryAt = at;
        }
        circuits.put(alert.ownerId(), circuit);
    }

    @Override
    public boolean givenUp(Alert alert, Circuit circuit) {
        answer();
        circuits.put(alert.ownerId(), circuit);
        Row row = waiting.getOrDefault(alert.ownerId(), new TreeMap<>()).get(alert.id());
        if (row == null || row.tries != alert.tries()) {
            return false;
        }
        remove(alert);
        givenUp.add(alert.id());
        return true;
    }

    @Override
    public int drop(String ownerId, int limit) {
        answer();
        TreeMap<Long, Row> rows = waiting.getOrDefault(ownerId, new TreeMap<>());
        List<Long> ids = rows.keySet().stream().limit(limit).toList();
        ids.forEach(rows::remove);
        forgetEmpty(ownerId);
        return ids.size();
    }

    @Override
    public int forgetDelivered(Instant before) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int countWaiting(@Nullable String ownerId, int most) {
        throw new UnsupportedOperationException();
    }

    private void remove(Alert alert) {
        TreeMap<Long, Row> rows = waiting.get(alert.ownerId());
        if (rows != null) {
            rows.remove(alert.id());
            forgetEmpty(alert.ownerId());
        }
    }

    private void forgetEmpty(String owner) {
        TreeMap<Long, Row> rows = waiting.get(owner);
        if (rows != null && rows.isEmpty()) {
            waiting.remove(owner);
        }
    }

    private static Alert alert(String owner, Row row) {
        RunId run = RunId.of(JobMaker.jobIdIn(1, 0), row.diedAt, Trigger.SCHEDULE, null);
        return new Alert(
                row.id,
                owner,
                run,
                JobMaker.jobIdIn(1, 0),
                "job",
                "default",
                row.diedAt,
                row.diedAt,
                1,
                "retries_exhausted",
                null,
                row.diedAt,
                row.tries);
    }

    private void answer() {
        if (away) {
            throw new StoreUnavailableException("no answer", new IOException("told to"));
        }
    }
}
