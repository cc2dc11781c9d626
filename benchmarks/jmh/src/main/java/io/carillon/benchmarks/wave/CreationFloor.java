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
 * What PostgreSQL takes for the rows of new jobs alone: the three rows of each by plain batched inserts, without a condition,
 * 1,000 jobs in a transaction on one connection, fsync and synchronous_commit on.
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

    /** @return jobs a second */
    double measure(int seconds) throws SQLException {
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
            long begin = clock.nanos();
            double cpu = database.cpuSeconds();
            int jobs = 0;
            while (clock.nanos() - begin < seconds * 1_000_000_000L) {
                insert(connection, BATCH_JOBS);
                jobs += BATCH_JOBS;
            }
            double rate = jobs / ((clock.nanos() - begin) / 1e9);
            Terminal.print(
                    "floor: %.0f jobs/s by plain batched inserts, PostgreSQL %.0f us of CPU a job",
                    rate, (database.cpuSeconds() - cpu) * 1e6 / jobs);
            return rate;
        }
    }

    private void insert(Connection connection, int jobs) throws SQLException {
        try (PreparedStatement states = connection.prepareStatement(STATE);
                PreparedStatement identities = connection.prepareStatement(JOB);
                PreparedStatement revisions = connection.prepareStatement(REVISION)) {
            OffsetDateTime now = clock.now().atOffset(ZoneOffset.UTC);
            OffsetDateTime due = Creation.RUN_AT.atOffset(ZoneOffset.UTC);
            JobDefinition definition = Creation.definition();
            UUID writeId = new UUID(clock.randomBits(), clock.randomBits());
            for (int i = 1; i <= jobs; i++) {
                JobId id = new JobId(
                        Uuids.version7(now.toInstant().toEpochMilli(), clock.randomBits(), clock.randomBits()));
                set(states, id.value(), (short) id.shard(), now, due, due, writeId, now);
                set(identities, id.value(), definition.ownerId(), definition.name(), definition.pool(), writeId, now);
                set(
                        revisions,
                        id.value(),
                        DefinitionCodec.toJson(definition),
                        Creation.PAYLOAD.getBytes(StandardCharsets.UTF_8),
                        now,
                        writeId);
                if (i % BATCH_JOBS == 0 || i == jobs) {
                    states.executeBatch();
                    identities.executeBatch();
                    revisions.executeBatch();
                    connection.commit();
                }
            }
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        statement.addBatch();
    }
}
