package io.carillon.persistence.commit;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.time.Micros;
import io.carillon.persistence.jdbc.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Why a batch of job changes did not meet its conditions: reads what is there and decides the rows it explains. Used once,
 * after the transaction has been undone.
 */
final class JobObstacles {

    private static final String STATES = """
            SELECT u.i, s.epoch, j.version, j.write_id
            FROM unnest(?, ?, ?) AS u(i, job_id, shard)
            JOIN shards s ON s.shard = u.shard
            LEFT JOIN job_state j ON j.job_id = u.job_id""";

    private static final String KEYS = """
            SELECT u.i, j.job_id
            FROM unnest(?, ?, ?, ?) AS u(i, owner_id, key, job_id)
            JOIN jobs j ON j.owner_id = u.owner_id AND j.key = u.key AND j.key IS NOT NULL AND j.status <> 2
            WHERE j.job_id <> u.job_id""";

    private static final String RUNS = """
            SELECT u.i, r.job_id, r.nominal_at, r.trigger
            FROM unnest(?, ?) AS u(i, run_id)
            JOIN runs r ON r.run_id = u.run_id""";

    private static final String WITHDRAWN = """
            SELECT u.i
            FROM unnest(?, ?, ?) AS u(i, run_id, version)
            LEFT JOIN runs r ON r.run_id = u.run_id AND r.version = u.version
            WHERE r.run_id IS NULL""";

    private static final String REQUESTS = """
            SELECT u.i, q.run_id
            FROM unnest(?, ?, ?) AS u(i, job_id, request_id)
            JOIN run_requests q ON q.job_id = u.job_id AND q.request_id = u.request_id""";

    /** Of the owners that have a row. */
    private static final String QUOTAS = """
            SELECT u.i, q.jobs, q.max_jobs, q.exact_jobs, q.max_exact_jobs
            FROM unnest(?, ?) AS u(i, owner_id)
            JOIN owner_quotas q ON q.owner_id = u.owner_id""";

    /** Of the jobs that there are. */
    private static final String COUNTED = """
            SELECT u.i, j.status <> 2, j.status <> 2 AND j.exact
            FROM unnest(?, ?) AS u(i, job_id)
            JOIN jobs j ON j.job_id = u.job_id""";

    private final Connection connection;
    private final List<JobRow> rows;
    private boolean found;

    JobObstacles(Connection connection, List<JobRow> rows) {
        this.connection = connection;
        this.rows = rows;
    }

    /** @return whether anything was learnt: a row decided, or something found to be there already */
    boolean find() throws SQLException {
        states();
        keys();
        runs();
        withdrawn();
        requests();
        quotas();
        return found;
    }

    /** Only looks for rows that somebody else's open transaction holds. */
    boolean findLocks() throws SQLException {
        Set<UUID> held = LockedRows.JOBS.among(
                rows.stream().map(row -> row.job().id().value()).toList(), connection);
        rows.stream()
                .filter(row -> held.contains(row.job().id().value()))
                .forEach(row -> decide(row, LockedRows.REFUSAL));
        return found;
    }

    private void states() throws SQLException {
        read(
                STATES,
                rows,
                List.of(
                        BinaryArray.uuids(rows, row -> row.job().id().value()),
                        BinaryArray.int2s(rows, row -> row.job().shard())),
                (row, result) -> {
                    long epoch = result.getLong(2);
                    long version = result.getLong(3);
                    UUID writeId = result.getObject(4, UUID.class);
                    if (row.job().writeId().equals(writeId) && row.job().version() == version) {
                        decide(row, RowOutcome.ALREADY_APPLIED);
                    } else if (epoch != row.write().epoch()) {
                        decide(row, RowOutcome.EPOCH_LOST);
                    } else if (version != row.write().expectedVersion()) {
                        decide(row, RowOutcome.VERSION_LOST);
                    }
                });
    }

    private void keys() throws SQLException {
        List<JobRow> keyed = rows.stream()
                .filter(row -> row.open() && row.definitionChanged() && holdsKey(row))
                .toList();
        read(
                KEYS,
                keyed,
                List.of(
                        BinaryArray.texts(keyed, row -> row.job().definition().ownerId()),
                        BinaryArray.texts(keyed, row -> row.job().definition().key()),
                        BinaryArray.uuids(keyed, row -> row.job().id().value())),
                (row, result) -> decide(row, RowOutcome.keyTaken(result.getString(2))));
        Map<Key, JobId> holders = new HashMap<>();
        for (JobRow row : keyed) {
            if (row.open()) {
                JobId holder = holders.putIfAbsent(
                        new Key(
                                row.job().definition().ownerId(),
                                Objects.requireNonNull(row.job().definition().key())),
                        row.job().id());
                if (holder != null && !holder.equals(row.job().id())) {
                    row.waitForKeyOf(holder);
                    found = true;
                }
            }
        }
    }

    private void runs() throws SQLException {
        List<Of<NewRun>> runs = rows.stream()
                .filter(JobRow::open)
                .flatMap(row -> row.runsToAdd().map(run -> new Of<>(row, run)))
                .toList();
        read(
                RUNS,
                runs,
                List.of(BinaryArray.uuids(runs, run -> run.value().run().id().value())),
                (run, result) -> {
                    Run wanted = run.value().run();
                    UUID job = result.getObject(2, UUID.class);
                    long nominalMicros =
                            Micros.of(result.getObject(3, OffsetDateTime.class).toInstant());
                    if (wanted.jobId().value().equals(job)
                            && Micros.of(wanted.nominalAt()) == nominalMicros
                            && wanted.trigger().code() == result.getInt(4)) {
                        found |= run.row().runIsThere(wanted.id());
                    } else {
                        decide(
                                run.row(),
                                RowOutcome.rejected(
                                        "run id " + wanted.id() + " names another occurrence, of job " + job));
                    }
                });
    }

    private void withdrawn() throws SQLException {
        List<Of<RunRef>> withdrawn = rows.stream()
                .filter(JobRow::open)
                .flatMap(row -> row.change().withdrawn().stream().map(run -> new Of<>(row, run)))
                .toList();
        read(
                WITHDRAWN,
                withdrawn,
                List.of(
                        BinaryArray.uuids(withdrawn, run -> run.value().id().value()),
                        BinaryArray.int8s(withdrawn, run -> run.value().version())),
                (run, result) -> decide(run.row(), RowOutcome.VERSION_LOST));
    }

    private void requests() throws SQLException {
        List<Of<NewRun>> requests = rows.stream()
                .filter(JobRow::open)
                .flatMap(row -> row.requestsToAdd().map(run -> new Of<>(row, run)))
                .toList();
        read(
                REQUESTS,
                requests,
                List.of(
                        BinaryArray.uuids(
                                requests, request -> request.row().job().id().value()),
                        BinaryArray.texts(requests, request -> request.value().requestId())),
                (request, result) -> {
                    if (request.value().run().id().value().equals(result.getObject(2, UUID.class))) {
                        found |= request.row()
                                .requestIsThere(
                                        Objects.requireNonNull(request.value().requestId()));
                    } else {
                        decide(request.row(), RowOutcome.VERSION_LOST);
                    }
                });
    }

    /** Lets in as many as there is room for, in order, and refuses the others. */
    private void quotas() throws SQLException {
        List<JobRow> counted = rows.stream()
                .filter(row -> row.open() && row.definitionChanged())
                .toList();
        List<String> owners = counted.stream()
                .map(row -> row.job().definition().ownerId())
                .distinct()
                .toList();
        Map<String, Room> rooms = new HashMap<>();
        read(
                QUOTAS,
                owners,
                List.of(BinaryArray.texts(owners, owner -> owner)),
                (owner, result) -> rooms.put(owner, Room.of(result)));
        if (rooms.isEmpty()) {
            return;
        }
        Set<JobRow> live = new HashSet<>();
        Set<JobRow> exact = new HashSet<>();
        read(
                COUNTED,
                counted,
                List.of(BinaryArray.uuids(counted, row -> row.job().id().value())),
                (row, result) -> {
                    if (result.getBoolean(2)) {
                        live.add(row);
                    }
                    if (result.getBoolean(3)) {
                        exact.add(row);
                    }
                });
        for (JobRow row : counted) {
            Room room = rooms.get(row.job().definition().ownerId());
            if (room != null) {
                boolean counts = OwnerCounts.live(row);
                RowOutcome full =
                        room.take(counts && !live.contains(row), counts && row.exact() && !exact.contains(row));
                if (full != null) {
                    decide(row, full);
                }
            }
        }
    }

    private void decide(JobRow row, RowOutcome outcome) {
        row.decide(outcome);
        found = true;
    }

    private static boolean holdsKey(JobRow row) {
        @Nullable String key = row.job().definition().key();
        return key != null && row.job().status() != JobStatus.DELETED;
    }

    /** @param arrays the query's parameters after the positions of the items */
    private <T> void read(String sql, List<T> items, List<BinaryArray> arrays, Found<T> action) throws SQLException {
        if (items.isEmpty()) {
            return;
        }
        List<Integer> positions = IntStream.range(0, items.size()).boxed().toList();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, BinaryArray.int4s(positions, Integer::intValue));
            for (int i = 0; i < arrays.size(); i++) {
                statement.setObject(i + 2, arrays.get(i));
            }
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    action.accept(items.get(result.getInt(1)), result);
                }
            }
        }
    }

    /** What to do with an item and what was found of it. */
    @FunctionalInterface
    private interface Found<T> {
        void accept(T item, ResultSet result) throws SQLException;
    }

    /** What an owner may still have. */
    private static final class Room {
        private final int maxJobs;
        private final int maxExactJobs;
        private long jobs;
        private long exactJobs;

        private Room(int maxJobs, int maxExactJobs, long jobs, long exactJobs) {
            this.maxJobs = maxJobs;
            this.maxExactJobs = maxExactJobs;
            this.jobs = jobs;
            this.exactJobs = exactJobs;
        }

        static Room of(ResultSet row) throws SQLException {
            int maxJobs = row.getInt(3);
            boolean unlimited = row.wasNull();
            int maxExactJobs = row.getInt(5);
            return new Room(
                    maxJobs,
                    maxExactJobs,
                    unlimited ? Long.MAX_VALUE : maxJobs - row.getLong(2),
                    maxExactJobs - row.getLong(4));
        }

        /** Null if there was room for it, which is taken. */
        @Nullable
        RowOutcome take(boolean job, boolean exactJob) {
            if (job && jobs <= 0) {
                return RowOutcome.jobsFull(maxJobs);
            }
            if (exactJob && exactJobs <= 0) {
                return RowOutcome.exactJobsFull(maxExactJobs);
            }
            jobs -= job ? 1 : 0;
            exactJobs -= exactJob ? 1 : 0;
            return null;
        }
    }

    private record Of<T>(JobRow row, T value) {}

    private record Key(String ownerId, String key) {}
}
