package io.carillon.benchmarks.wave;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.job.JobDefinition;
import io.carillon.persistence.codec.DefinitionCodec;
import io.carillon.persistence.jdbc.Pools;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * What PostgreSQL takes for the rows of new jobs alone: the three rows of each by plain inserts, without a condition, on one
 * connection, fsync and synchronous_commit on. Once by batches of 1,000 jobs in a transaction, once each job by itself in one
 * round trip.
 */
final class CreationFloor {

    private static final String DATABASE = "creation_floor";
    private static final int BATCH_JOBS = 1_000;

    private static final String STATE = "INSERT INTO job_state (job_id, shard, planned_through, next_nominal_at,"
            + " next_due_at, revision, version, status, write_id, created_at) VALUES (?, ?, ?, ?, ?, 1, 1, 0, ?, ?)";
    private static final String JOB = "INSERT INTO jobs (job_id, owner_id, key, name, pool, status, revision, one_off,"
            + " version, write_id, created_at) VALUES (?, ?, NULL, ?, ?, 0, 1, true, 1, ?, ?)";
    private static final String REVISION = "INSERT INTO job_revisions (job_id, revision, definition, payload,"
            + " nominal_from, write_id) VALUES (?, 1, ?::json, ?, ?, ?)";

    private final Database database;
    private final MachineClock clock;

    CreationFloor(Database database, MachineClock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * In jobs a second.
     *
     * @param inBatches 1,000 in a transaction
     * @param singly each in a commit of its own
     */
    record Rates(double inBatches, double singly) {
        static final Rates NOT_MEASURED = new Rates(Double.NaN, Double.NaN);
    }

    Rates measure(int seconds) throws SQLException {
        database.makeEmpty(DATABASE);
        var postgres = database.postgres();
        try (Pools pools =
                new Pools(StoreSettings.of(postgres.jdbcUrl(DATABASE), postgres.username(), postgres.password()))) {
            Schema.migrate(pools.reads());
        }
        String url = postgres.jdbcUrl(DATABASE);
        try (Connection connection = DriverManager.getConnection(
                url + (url.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true",
                postgres.username(),
                postgres.password())) {
            connection.setAutoCommit(false);
            insert(connection, BATCH_JOBS * 10);
            double inBatches = rate("plain batched inserts", seconds, () -> {
                insert(connection, BATCH_JOBS);
                return BATCH_JOBS;
            });
            connection.setAutoCommit(true);
            try (PreparedStatement all = connection.prepareStatement(String.join(";", STATE, JOB, REVISION))) {
                double singly = rate("plain inserts, a commit each", seconds, () -> {
                    insertOne(all);
                    return 1;
                });
                return new Rates(inBatches, singly);
            }
        }
    }

    private interface Inserts {
        /** @return how many jobs */
        int make() throws SQLException;
    }

    private double rate(String title, int seconds, Inserts inserts) throws SQLException {
        long begin = clock.nanos();
        double cpu = database.cpuSeconds();
        int jobs = 0;
        while (clock.nanos() - begin < seconds * 1_000_000_000L) {
            jobs += inserts.make();
        }
        double rate = jobs / ((clock.nanos() - begin) / 1e9);
        Terminal.print(
                "floor: %.0f jobs/s by %s, PostgreSQL %.0f us of CPU a job",
                rate, title, (database.cpuSeconds() - cpu) * 1e6 / jobs);
        return rate;
    }

    private void insert(Connection connection, int jobs) throws SQLException {
        try (PreparedStatement states = connection.prepareStatement(STATE);
                PreparedStatement identities = connection.prepareStatement(JOB);
                PreparedStatement revisions = connection.prepareStatement(REVISION)) {
            for (int i = 1; i <= jobs; i++) {
                Row row = new Row(clock);
                set(states, 1, row.state());
                states.addBatch();
                set(identities, 1, row.job());
                identities.addBatch();
                set(revisions, 1, row.revision());
                revisions.addBatch();
                if (i % BATCH_JOBS == 0 || i == jobs) {
                    states.executeBatch();
                    identities.executeBatch();
                    revisions.executeBatch();
                    connection.commit();
                }
            }
        }
    }

    private void insertOne(PreparedStatement all) throws SQLException {
        Row row = new Row(clock);
        int next = set(all, 1, row.state());
        next = set(all, next, row.job());
        set(all, next, row.revision());
        all.execute();
    }

    /** @return the position after the last one */
    private static int set(PreparedStatement statement, int first, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(first + i, values[i]);
        }
        return first + values.length;
    }

    /** The three rows of one job. */
    private static final class Row {
        private static final JobDefinition DEFINITION = Creation.definition();
        private static final OffsetDateTime DUE = Creation.RUN_AT.atOffset(ZoneOffset.UTC);

        private final OffsetDateTime now;
        private final JobId id;
        private final UUID writeId;

        Row(MachineClock clock) {
            this.now = clock.now().atOffset(ZoneOffset.UTC);
            this.id = new JobId(Uuids.version7(now.toInstant().toEpochMilli(), clock.randomBits(), clock.randomBits()));
            this.writeId = new UUID(clock.randomBits(), clock.randomBits());
        }

        Object[] state() {
            return new Object[] {id.value(), (short) id.shard(), now, DUE, DUE, writeId, now};
        }

        Object[] job() {
            return new Object[] {id.value(), DEFINITION.ownerId(), DEFINITION.name(), DEFINITION.pool(), writeId, now};
        }

        Object[] revision() {
            return new Object[] {
                id.value(),
                DefinitionCodec.toJson(DEFINITION),
                Creation.PAYLOAD.getBytes(StandardCharsets.UTF_8),
                now,
                writeId
            };
        }
    }
}
