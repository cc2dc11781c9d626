package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.schedule.ZoneBook.Entry;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.ZoneStore;
import io.carillon.persistence.codec.ZoneRulesCodec;
import io.carillon.persistence.jdbc.BinaryArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Editions of zone rules, and the progress of each shard through them. */
public final class PgZoneStore implements ZoneStore {

    private static final String NEWEST = "SELECT edition, tz_version FROM zone_editions ORDER BY edition DESC LIMIT 1";
    private static final String RULES = "SELECT zone, edition, rules FROM zone_rules WHERE edition <= ?";

    /** Locks out whoever else adopts, and says which edition there is after that. */
    private static final String LOCK = "SELECT 1 FROM cluster_meta FOR UPDATE";

    private static final String ADD_EDITION =
            "INSERT INTO zone_editions (edition, tz_version, zones_changed, adopted_at) VALUES (?, ?, ?, ?)";
    private static final String ADD_RULES = "INSERT INTO zone_rules (edition, zone, rules) VALUES (?, ?, ?)";
    private static final String AGREE = "UPDATE cluster_meta SET tz_version = ?, version = version + 1";

    private static final String PLANNED =
            "SELECT shard, max(edition) FROM zone_progress WHERE shard = ANY(?) GROUP BY shard";

    private static final String JOBS = "SELECT j.job_id, j.next_due_at, v.definition->'schedule'->>'time_zone',"
            + " coalesce((v.definition->'schedule'->>'zone_edition')::integer, 1)"
            + " FROM (SELECT job_id, next_due_at, revision FROM job_state"
            + " WHERE shard = ? AND next_due_at >= ? AND (next_due_at, job_id) > (?, ?) AND status = 0"
            + " ORDER BY next_due_at, job_id LIMIT ?) j" + JobColumns.WITH_REVISION
            + "ORDER BY j.next_due_at, j.job_id";

    /** Under the shard's epoch: a former owner's scan says nothing of what its successor has written. */
    private static final String FINISH = "INSERT INTO zone_progress (shard, edition, jobs, moved, finished_at)"
            + " SELECT shard, ?, ?, ?, ? FROM shards WHERE shard = ? AND epoch = ? ON CONFLICT DO NOTHING";

    private static final String STANDING = "SELECT e.edition, CASE WHEN e.edition = 1 THEN 0"
            + " ELSE (SELECT count(*) FROM shards) - count(p.shard) END,"
            + " coalesce(sum(p.jobs), 0), coalesce(sum(p.moved), 0)"
            + " FROM (SELECT max(edition) AS edition FROM zone_editions) e"
            + " LEFT JOIN zone_progress p ON p.edition = e.edition GROUP BY e.edition";

    private final Reader reader;

    public PgZoneStore(Reader reader) {
        this.reader = reader;
    }

    @Override
    public CompletableFuture<Optional<ZoneBook>> book() {
        return reader.submit(connection -> {
            Optional<Newest> newest = newest(connection);
            return newest.isEmpty() ? Optional.empty() : Optional.of(book(connection, newest.get()));
        });
    }

    @Override
    public CompletableFuture<Integer> edition() {
        return reader.submit(connection -> editionIn(connection));
    }

    @Override
    public CompletableFuture<Boolean> adopt(int after, String version, Map<String, ZoneRules> changed, Instant now) {
        return reader.submit(connection -> {
            connection.setAutoCommit(false);
            try {
                boolean adopted = adoptIn(connection, after, version, changed, now);
                connection.commit();
                return adopted;
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        });
    }

    @Override
    public CompletableFuture<Map<Integer, Integer>> planned(Set<Integer> shards) {
        return reader.submit(connection -> {
            Map<Integer, Integer> editions = new TreeMap<>();
            try (PreparedStatement statement = connection.prepareStatement(PLANNED)) {
                statement.setObject(1, BinaryArray.int2s(List.copyOf(shards), Integer::intValue));
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        editions.put(row.getInt(1), row.getInt(2));
                    }
                }
            }
            return editions;
        });
    }

    /** One-offs and fixed rates have no zone; they count as a page's rows all the same, as a cursor must go past them. */
    @Override
    public CompletableFuture<List<ZonedJob>> jobs(int shard, @Nullable ZonedJob after, int limit) {
        Instant from = after == null ? Instant.EPOCH : after.nextDueAt();
        UUID last = after == null ? new UUID(0, 0) : after.id().value();
        return reader.submit(connection -> Reader.list(
                connection,
                JOBS,
                statement -> {
                    statement.setShort(1, (short) shard);
                    statement.setObject(2, from.atOffset(ZoneOffset.UTC));
                    statement.setObject(3, from.atOffset(ZoneOffset.UTC));
                    statement.setObject(4, last);
                    statement.setInt(5, limit);
                },
                row -> {
                    String zone = Columns.textOrNull(row, 3);
                    return new ZonedJob(
                            new JobId(row.getObject(1, UUID.class)),
                            Columns.instant(row, 2),
                            zone == null ? "" : zone,
                            row.getInt(4));
                }));
    }

    @Override
    public CompletableFuture<Boolean> finish(int shard, long epoch, int edition, Tally tally, Instant now) {
        return reader.submit(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(FINISH)) {
                statement.setInt(1, edition);
                statement.setLong(2, tally.jobs());
                statement.setLong(3, tally.moved());
                statement.setObject(4, now.atOffset(ZoneOffset.UTC));
                statement.setShort(5, (short) shard);
                statement.setLong(6, epoch);
                return statement.executeUpdate() == 1;
            }
        });
    }

    @Override
    public CompletableFuture<Standing> standing() {
        return reader.submit(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(STANDING);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return new Standing(row.getInt(1), row.getInt(2), new Tally(row.getLong(3), row.getLong(4)));
            }
        });
    }

    private record Newest(int edition, String version) {}

    private static Optional<Newest> newest(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEWEST);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(new Newest(row.getInt(1), row.getString(2))) : Optional.empty();
        }
    }

    private static int editionIn(Connection connection) throws SQLException {
        return newest(connection).map(Newest::edition).orElse(Zones.FIRST_EDITION - 1);
    }

    private static ZoneBook book(Connection connection, Newest newest) throws SQLException {
        return new ZoneBook(
                newest.edition(),
                newest.version(),
                Reader.list(
                        connection,
                        RULES,
                        statement -> statement.setInt(1, newest.edition()),
                        row -> new Entry(row.getString(1), row.getInt(2), ZoneRulesCodec.fromBytes(row.getBytes(3)))));
    }

    private static boolean adoptIn(
            Connection connection, int after, String version, Map<String, ZoneRules> changed, Instant now)
            throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.execute();
        }
        if (editionIn(connection) != after) {
            return false;
        }
        int edition = after + 1;
        try (PreparedStatement add = connection.prepareStatement(ADD_EDITION)) {
            add.setInt(1, edition);
            add.setString(2, version);
            add.setInt(3, changed.size());
            add.setObject(4, now.atOffset(ZoneOffset.UTC));
            add.executeUpdate();
        }
        try (PreparedStatement add = connection.prepareStatement(ADD_RULES)) {
            for (Map.Entry<String, ZoneRules> zone : changed.entrySet()) {
                add.setInt(1, edition);
                add.setString(2, zone.getKey());
                add.setBytes(3, ZoneRulesCodec.toBytes(zone.getValue()));
                add.addBatch();
            }
            add.executeBatch();
        }
        try (PreparedStatement agree = connection.prepareStatement(AGREE)) {
            agree.setString(1, version);
            agree.executeUpdate();
        }
        return true;
    }
}
