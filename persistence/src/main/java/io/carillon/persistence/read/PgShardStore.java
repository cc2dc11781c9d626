package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Shards;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.ShardStore;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.EpochLock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Gains shards and loads what belongs to them. */
public final class PgShardStore implements ShardStore {

    /**
     * Longer than a write may take at the server, so that gaining succeeds however slow the writes under the old epoch are
     * that it waits for.
     */
    private static final String GAIN_LOCK_TIMEOUT = "SET LOCAL lock_timeout = '8s'";

    private static final String GAIN =
            "UPDATE shards SET epoch = epoch + 1, member_id = ?, gained_at = clock_timestamp()"
                    + " WHERE shard = ANY(?) RETURNING shard, epoch";

    /** Ids first, by the due index alone; definitions for those that count. */
    private static final String DUE_JOBS = "SELECT " + JobColumns.ALL
            + " FROM (SELECT * FROM job_state WHERE shard = ANY(?) AND next_due_at >= ? AND next_due_at < ?"
            + " AND status = 0 ORDER BY next_due_at, job_id LIMIT ?) j" + JobColumns.WITH_REVISION
            + "ORDER BY j.next_due_at, j.job_id";

    private static final String JOBS = "SELECT " + JobColumns.ALL
            + " FROM unnest(?) AS u(job_id) JOIN job_state j ON j.job_id = u.job_id" + JobColumns.WITH_REVISION;

    /** Put in order after they are found: the limit keeps millions from being sorted. */
    private static final String LIVE_RUNS =
            liveRuns("SELECT * FROM runs WHERE shard = ANY(?) AND ended_at IS NULL LIMIT ?");

    private static final String LIVE_RUN_IDS =
            "SELECT run_id FROM runs WHERE shard = ANY(?) AND ended_at IS NULL LIMIT ?";

    private static final String LIVE_RUN_IDS_BUT =
            "SELECT run_id FROM runs WHERE shard = ANY(?) AND ended_at IS NULL AND (state = 1 OR lane <> ALL(?)) LIMIT ?";

    /** Lanes one after the other, by the index alone, however long they are; of each the first run of these shards. */
    private static final String LANE_HEADS = liveRuns("""
            SELECT x.* FROM runs x WHERE x.shard = ANY(?) AND x.ended_at IS NULL AND (x.state = 1 OR x.lane = 0
                OR EXISTS (SELECT FROM job_state d WHERE d.job_id = x.job_id AND d.status = ?))
            UNION ALL
            SELECT h.* FROM (
                WITH RECURSIVE lanes AS (
                    SELECT (SELECT min(lane) FROM runs WHERE ended_at IS NULL AND lane > 0) AS lane
                    UNION ALL
                    SELECT (SELECT min(r.lane) FROM runs r WHERE r.ended_at IS NULL AND r.lane > l.lane) FROM lanes l
                    WHERE l.lane IS NOT NULL)
                SELECT lane FROM lanes WHERE lane IS NOT NULL) q
            CROSS JOIN LATERAL (
                SELECT y.* FROM runs y
                WHERE y.lane = q.lane AND y.ended_at IS NULL AND y.state = 0 AND y.shard = ANY(?)
                ORDER BY greatest(y.due_at, y.retry_at), y.run_id LIMIT 1) h""");

    private static final String WAITING = liveRuns("""
            SELECT x.* FROM unnest(?, ?, ?, ?, ?) AS q(lane, from_at, from_id, to_at, to_id)
            CROSS JOIN LATERAL (
                SELECT y.* FROM runs y
                WHERE y.lane = q.lane AND y.ended_at IS NULL AND y.state = 0 AND y.shard = ANY(?)
                    AND (greatest(y.due_at, y.retry_at), y.run_id) >= (q.from_at, q.from_id)
                    AND (greatest(y.due_at, y.retry_at), y.run_id) < (q.to_at, q.to_id)
                ORDER BY greatest(y.due_at, y.retry_at), y.run_id LIMIT ?) x""");

    private static final String COUNT_LIVE = "SELECT lane, count(*) FROM runs"
            + " WHERE lane = ANY(?) AND shard = ANY(?) AND ended_at IS NULL GROUP BY lane";

    private static final String LIVE_RUNS_OF_JOB =
            liveRuns("SELECT * FROM runs WHERE shard = ? AND job_id = ? AND ended_at IS NULL");

    private static final String RUNS =
            liveRuns("SELECT r.* FROM unnest(?) AS u(run_id) JOIN runs r ON r.run_id = u.run_id");

    private static final String ATTEMPTS = "SELECT a.run_id, a.fencing_token, a.end_code FROM unnest(?) AS u(run_id)"
            + " JOIN attempts a ON a.run_id = u.run_id WHERE a.fencing_token = ANY(?)";

    private static final String OWED_AFTER = "SELECT v.nominal_from FROM job_state j JOIN job_revisions v"
            + " ON v.job_id = j.job_id AND v.revision = j.revision WHERE j.job_id = ?";

    private static final String REQUESTED_RUN = "SELECT run_id FROM run_requests WHERE job_id = ? AND request_id = ?";

    private final Reader reader;

    public PgShardStore(Reader reader) {
        this.reader = reader;
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId) {
        shards.forEach(Shards::check);
        return reader.submit(connection -> gain(connection, shards, memberId));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit) {
        return liveRuns(LIVE_RUNS, statement -> {
            statement.setObject(1, shardArray(shards));
            statement.setInt(2, limit);
        });
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, int limit) {
        return reader.submit(connection -> Reader.list(
                connection,
                LIVE_RUN_IDS,
                statement -> {
                    statement.setObject(1, shardArray(shards));
                    statement.setInt(2, limit);
                },
                row -> new RunId(row.getObject(1, UUID.class))));
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit) {
        return reader.submit(connection -> Reader.list(
                connection,
                LIVE_RUN_IDS_BUT,
                statement -> {
                    statement.setObject(1, shardArray(shards));
                    statement.setObject(2, laneArray(lanes));
                    statement.setInt(3, limit);
                },
                row -> new RunId(row.getObject(1, UUID.class))));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLaneHeads(Set<Integer> shards) {
        return liveRuns(LANE_HEADS, statement -> {
            statement.setObject(1, shardArray(shards));
            statement.setInt(2, JobStatus.DELETED.code());
            statement.setObject(3, shardArray(shards));
        });
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadWaiting(Set<Integer> shards, List<LanePage> pages, int limit) {
        return liveRuns(WAITING, statement -> {
            statement.setObject(1, BinaryArray.int8s(pages, LanePage::lane));
            statement.setObject(
                    2, BinaryArray.timestamps(pages, page -> page.from().eligibleAt()));
            statement.setObject(3, BinaryArray.uuids(pages, page -> page.from().runId()));
            statement.setObject(
                    4, BinaryArray.timestamps(pages, page -> page.to().eligibleAt()));
            statement.setObject(5, BinaryArray.uuids(pages, page -> page.to().runId()));
            statement.setObject(6, shardArray(shards));
            statement.setInt(7, limit);
        });
    }

    @Override
    public CompletableFuture<Map<Long, Long>> countLive(Set<Integer> shards, Set<Long> lanes) {
        return reader.submit(connection -> Reader.list(
                        connection,
                        COUNT_LIVE,
                        statement -> {
                            statement.setObject(1, laneArray(lanes));
                            statement.setObject(2, shardArray(shards));
                        },
                        row -> Map.entry(row.getLong(1), row.getLong(2))))
                .thenApply(counts -> counts.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    @Override
    public CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return reader.submit(connection -> Reader.list(
                connection,
                DUE_JOBS,
                statement -> {
                    statement.setObject(1, shardArray(shards));
                    statement.setObject(2, from.atOffset(ZoneOffset.UTC));
                    statement.setObject(3, to.atOffset(ZoneOffset.UTC));
                    statement.setInt(4, limit);
                },
                row -> JobColumns.read(row, 1)));
    }

    @Override
    public CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs) {
        List<JobId> ids = List.copyOf(jobs);
        return reader.submit(connection -> Reader.list(
                connection,
                JOBS,
                statement -> statement.setObject(1, BinaryArray.uuids(ids, JobId::value)),
                row -> JobColumns.read(row, 1)));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs) {
        List<RunId> ids = List.copyOf(runs);
        return liveRuns(RUNS, statement -> statement.setObject(1, BinaryArray.uuids(ids, RunId::value)));
    }

    @Override
    public CompletableFuture<List<PastAttempt>> loadAttempts(Collection<RunId> runs, Collection<Long> tokens) {
        List<RunId> ids = List.copyOf(runs);
        List<Long> named = List.copyOf(tokens);
        return reader.submit(connection -> Reader.list(
                connection,
                ATTEMPTS,
                statement -> {
                    statement.setObject(1, BinaryArray.uuids(ids, RunId::value));
                    statement.setObject(2, BinaryArray.int8s(named, Long::longValue));
                },
                row -> new PastAttempt(
                        new RunId(row.getObject(1, UUID.class)), row.getLong(2), AttemptEnd.ofCode(row.getInt(3)))));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRunsOf(JobId job) {
        return liveRuns(LIVE_RUNS_OF_JOB, statement -> {
            statement.setShort(1, (short) job.shard());
            statement.setObject(2, job.value());
        });
    }

    @Override
    public CompletableFuture<List<Instant>> loadOwedAfter(JobId job) {
        return reader.submit(connection -> Reader.list(
                connection,
                OWED_AFTER,
                statement -> statement.setObject(1, job.value()),
                row -> Columns.instant(row, 1)));
    }

    @Override
    public CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId) {
        return reader.submit(connection -> Reader.list(
                connection,
                REQUESTED_RUN,
                statement -> {
                    statement.setObject(1, job.value());
                    statement.setString(2, requestId);
                },
                row -> new RunId(row.getObject(1, UUID.class))));
    }

    /** Waits for the writes of the old epochs that are under way, and keeps new ones waiting until it is done. */
    private static Map<Integer, Long> gain(Connection connection, Set<Integer> shards, String memberId)
            throws SQLException {
        Map<Integer, Long> epochs = new TreeMap<>();
        connection.setAutoCommit(false);
        try (PreparedStatement lock = connection.prepareStatement(GAIN_LOCK_TIMEOUT + "; " + EpochLock.ALONE);
                PreparedStatement raise = connection.prepareStatement(GAIN)) {
            lock.setObject(1, EpochLock.groupsOf(shards));
            lock.execute();
            raise.setString(1, memberId);
            raise.setObject(2, shardArray(shards));
            try (ResultSet row = raise.executeQuery()) {
                while (row.next()) {
                    epochs.put(row.getInt(1), row.getLong(2));
                }
            }
            connection.commit();
            return epochs;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    private CompletableFuture<List<LiveRun>> liveRuns(String sql, Reader.Binder binder) {
        return reader.submit(connection -> {
            DefinitionCache definitions = new DefinitionCache();
            return Reader.list(connection, sql, binder, row -> liveRun(row, definitions));
        });
    }

    private static LiveRun liveRun(ResultSet row, DefinitionCache definitions) throws SQLException {
        int next = RunColumns.COUNT + 1;
        io.carillon.domain.run.Run run = RunColumns.read(row, 1);
        io.carillon.domain.job.JobDefinition definition =
                definitions.of(run.jobId(), run.revision(), row, next, next + 1);
        io.carillon.domain.job.@org.jspecify.annotations.Nullable Payload own = Columns.payloadOrNull(row, next + 2);
        return new LiveRun(
                run,
                definition,
                own != null ? own : definition.payload(),
                JobStatus.ofCode(row.getInt(next + 3)),
                row.getLong(next + 4));
    }

    /** Only runs that somebody asked for have a payload of their own. */
    private static String liveRuns(String runs) {
        return "SELECT " + RunColumns.of("r") + ", v.definition, v.payload, p.payload, j.status, r.lane FROM (" + runs
                + ") r"
                + " JOIN job_state j ON j.job_id = r.job_id"
                + " JOIN job_revisions v ON v.job_id = r.job_id AND v.revision = r.revision"
                + " LEFT JOIN run_payloads p ON r.trigger <> 0 AND p.run_id = r.run_id"
                + " ORDER BY greatest(r.due_at, r.retry_at), r.run_id";
    }

    private static BinaryArray laneArray(Set<Long> lanes) {
        return BinaryArray.int8s(List.copyOf(lanes), Long::longValue);
    }

    private static BinaryArray shardArray(Set<Integer> shards) {
        return BinaryArray.int2s(List.copyOf(shards), Integer::intValue);
    }
}
