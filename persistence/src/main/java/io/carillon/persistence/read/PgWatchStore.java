package io.carillon.persistence.read;

import com.zaxxer.hikari.HikariDataSource;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.watch.OverdueJob;
import io.carillon.domain.watch.OverlongRun;
import io.carillon.domain.watch.SilentPage;
import io.carillon.domain.watch.WatchStore;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.LookingConnection;
import io.carillon.persistence.jdbc.StoreSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a watch, on one connection of its own: nobody who plans or moves runs can keep it waiting, and it keeps
 * nobody. Opens without a database being there.
 */
public final class PgWatchStore implements WatchStore, AutoCloseable {

    /** The index is walked from its oldest entry in each shard, for a bounded number of rows. */
    private static final String OVERDUE = """
            SELECT d.job_id, d.version, d.next_due_at
            FROM shards s
            CROSS JOIN LATERAL (SELECT j.job_id, j.version, j.next_due_at FROM job_state j
                WHERE j.shard = s.shard AND j.next_due_at < ? ORDER BY j.next_due_at LIMIT ?) d
            ORDER BY d.next_due_at""";

    private static final String WITH_LIVE_RUNS = """
            SELECT u.job_id FROM unnest(?, ?) AS u(shard, job_id)
            WHERE ? <= (SELECT count(*) FROM (SELECT FROM runs r
                WHERE r.shard = u.shard AND r.job_id = u.job_id AND r.ended_at IS NULL LIMIT ?) live)""";

    private static final String OVERLONG = """
            SELECT r.run_id, r.job_id, r.attempt, r.started_at, v.definition->>'timeout_s'
            FROM shards s
            CROSS JOIN LATERAL (SELECT x.run_id, x.job_id, x.revision, x.attempt, x.state, x.started_at FROM runs x
                WHERE x.shard = s.shard AND x.ended_at IS NULL ORDER BY x.due_at LIMIT ?) r
            JOIN job_revisions v ON v.job_id = r.job_id AND v.revision = r.revision
            WHERE r.state = 1 AND r.started_at < ?""";

    /** Whatever has an end may have come to it. */
    private static final String SILENT = """
            SELECT j.job_id, j.status = 0 AND j.next_due_at IS NULL AND EXISTS (SELECT FROM job_revisions v
                WHERE v.job_id = j.job_id AND v.revision = j.revision AND v.definition->>'ends_at' IS NULL
                AND v.definition->'schedule'->>'type' <> 'one_off')
            FROM job_state j WHERE j.job_id > ? ORDER BY j.job_id LIMIT ?""";

    /** What is at work or may start by then, and jobs that fall due by then and are not claimed yet. */
    private static final String DEMAND = """
            SELECT d.pool, count(*) FROM (
                SELECT r.pool FROM shards s
                CROSS JOIN LATERAL (SELECT x.pool, x.retry_at FROM runs x
                    WHERE x.shard = s.shard AND x.ended_at IS NULL AND x.due_at <= ? ORDER BY x.due_at LIMIT ?) r
                WHERE r.retry_at IS NULL OR r.retry_at <= ?
                UNION ALL
                SELECT i.pool FROM shards s
                CROSS JOIN LATERAL (SELECT j.job_id FROM job_state j
                    WHERE j.shard = s.shard AND j.next_due_at <= ? ORDER BY j.next_due_at LIMIT ?) n
                JOIN jobs i ON i.job_id = n.job_id) d
            GROUP BY d.pool""";

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private static final Duration ZONES_TIMEOUT = Duration.ofSeconds(20);

    private record Step(JobId job, boolean silent) {}

    private final HikariDataSource connection;
    private final Reader reader;

    private PgWatchStore(HikariDataSource connection) {
        this.connection = connection;
        this.reader = new Reader(connection, 1);
    }

    public static PgWatchStore open(StoreSettings settings) {
        return new PgWatchStore(LookingConnection.open(settings, "watchdog"));
    }

    @Override
    public Instant now() {
        return new PgReferenceClock(connection).read();
    }

    @Override
    public List<OverdueJob> overdue(Instant dueBefore, int perShard) {
        return reader.now(database -> Reader.list(
                database,
                OVERDUE,
                statement -> {
                    statement.setObject(1, dueBefore.atOffset(ZoneOffset.UTC));
                    statement.setInt(2, perShard);
                },
                row -> new OverdueJob(
                        new JobId(row.getObject(1, UUID.class)), row.getLong(2), Columns.instant(row, 3))));
    }

    @Override
    public Set<JobId> withLiveRuns(Collection<JobId> jobs, int atLeast) {
        List<JobId> asked = List.copyOf(jobs);
        return new HashSet<>(reader.now(database -> Reader.list(
                database,
                WITH_LIVE_RUNS,
                statement -> {
                    statement.setObject(1, BinaryArray.int2s(asked, JobId::shard));
                    statement.setObject(2, BinaryArray.uuids(asked, JobId::value));
                    statement.setInt(3, atLeast);
                    statement.setInt(4, atLeast);
                },
                row -> new JobId(row.getObject(1, UUID.class)))));
    }

    @Override
    public List<OverlongRun> overlong(Instant now, Duration beyond, int perShard) {
        return reader
                .now(database -> Reader.list(
                        database,
                        OVERLONG,
                        statement -> {
                            statement.setInt(1, perShard);
                            statement.setObject(2, now.minus(beyond).atOffset(ZoneOffset.UTC));
                        },
                        row -> new OverlongRun(
                                new RunId(row.getObject(1, UUID.class)),
                                new JobId(row.getObject(2, UUID.class)),
                                row.getInt(3),
                                Columns.instant(row, 4)
                                        .plus(seconds(row.getString(5)))
                                        .plus(beyond))))
                .stream()
                .filter(run -> run.overSince().isBefore(now))
                .toList();
    }

    @Override
    public SilentPage silent(@Nullable JobId after, int limit) {
        List<Step> page = reader.now(database -> Reader.list(
                database,
                SILENT,
                statement -> {
                    statement.setObject(1, after == null ? BEFORE_ALL : after.value());
                    statement.setInt(2, limit);
                },
                row -> new Step(new JobId(row.getObject(1, UUID.class)), row.getBoolean(2))));
        return new SilentPage(
                page.stream().filter(Step::silent).map(Step::job).toList(),
                page.size() < limit ? null : page.get(page.size() - 1).job());
    }

    @Override
    public Map<String, Long> demand(Instant by, int perShard) {
        Map<String, Long> demand = new HashMap<>();
        var unused = reader.now(database -> Reader.list(
                database,
                DEMAND,
                statement -> {
                    OffsetDateTime until = by.atOffset(ZoneOffset.UTC);
                    statement.setObject(1, until);
                    statement.setInt(2, perShard);
                    statement.setObject(3, until);
                    statement.setObject(4, until);
                    statement.setInt(5, perShard);
                },
                row -> demand.put(row.getString(1), row.getLong(2))));
        return demand;
    }

    @Override
    public LedgerStore ledger() {
        return new PgLedgerStore(reader);
    }

    @Override
    public Zones zones() {
        try {
            ZoneBook book = new PgZoneStore(reader)
                    .book()
                    .get(ZONES_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .orElse(null);
            return book == null ? Zones.OF_RUNTIME : book;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while the rules of time zones were read", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StoreUnavailableException("the rules of time zones could not be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        reader.close();
        connection.close();
    }

    private static Duration seconds(String decimal) {
        return Duration.ofNanos(Math.round(Double.parseDouble(decimal) * 1e9));
    }
}
