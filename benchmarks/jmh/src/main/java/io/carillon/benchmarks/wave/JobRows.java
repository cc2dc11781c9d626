package io.carillon.benchmarks.wave;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec.Cron;
import io.carillon.persistence.codec.DefinitionCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Daily jobs of a thousand owners with payloads of 200 bytes: the three rows that each has, written in bulk. */
final class JobRows implements AutoCloseable {

    private static final int CHUNK = 50_000;
    private static final String PAYLOAD = "{\"text\":\"" + "x".repeat(189) + "\"}";

    /** The owner and the schedule of a job take the places of these in its definition. */
    private static final String OWNER = "@owner@";

    private static final String CRON = "@cron@";

    private static final String INSERT = """
            WITH job AS MATERIALIZED (
                SELECT id::uuid AS job_id, shard, due, ?::timestamptz AS made, 'owner-' || n % 1000 AS owner_id,
                    extract(minute FROM due AT TIME ZONE 'UTC') || ' ' || extract(hour FROM due AT TIME ZONE 'UTC')
                        || ' * * *' AS cron
                FROM unnest(?::text[], ?::int[], ?::text[]::timestamptz[]) WITH ORDINALITY AS each(id, shard, due, n)),
            states AS (
                INSERT INTO job_state (job_id, shard, planned_through, next_nominal_at, next_due_at, revision, version,
                    status, write_id, created_at)
                SELECT job_id, shard, made, due, due, 1, 1, 0, job_id, made FROM job),
            jobs AS (
                INSERT INTO jobs (job_id, owner_id, name, pool, status, revision, one_off, version, write_id, created_at)
                SELECT job_id, owner_id, 'daily', 'default', 0, 1, false, 1, job_id, made FROM job)
            INSERT INTO job_revisions (job_id, revision, definition, payload, nominal_from, write_id)
            SELECT job_id, 1, replace(replace(?, '@owner@', owner_id), '@cron@', cron)::json, convert_to(?, 'UTF8'), made,
                job_id
            FROM job""";

    private final Connection connection;
    private final PreparedStatement insert;
    private final RandomGenerator chance =
            RandomGeneratorFactory.of("L64X128MixRandom").create(1);

    JobRows(Connection connection) throws SQLException {
        this.connection = connection;
        this.insert = connection.prepareStatement(INSERT);
    }

    /**
     * @param made when the jobs were created, and planned through
     * @param firstDue when job i is due for the first time, on a full minute after that, at most a day after
     */
    void add(int jobs, String handler, Instant made, IntFunction<Instant> firstDue) throws SQLException {
        String definition = DefinitionCodec.toJson(daily(handler));
        for (int from = 0; from < jobs; from += CHUNK) {
            int size = Math.min(CHUNK, jobs - from);
            String[] ids = new String[size];
            Integer[] shards = new Integer[size];
            String[] due = new String[size];
            for (int i = 0; i < size; i++) {
                JobId id = new JobId(
                        Uuids.version7(made.toEpochMilli() + (from + i) / 1_000, chance.nextLong(), chance.nextLong()));
                ids[i] = id.toString();
                shards[i] = id.shard();
                due[i] = firstDue.apply(from + i).toString();
            }
            insert.setObject(1, OffsetDateTime.ofInstant(made, ZoneOffset.UTC));
            insert.setArray(2, connection.createArrayOf("text", ids));
            insert.setArray(3, connection.createArrayOf("int4", shards));
            insert.setArray(4, connection.createArrayOf("text", due));
            insert.setString(5, definition);
            insert.setString(6, PAYLOAD);
            insert.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }

    private static JobDefinition daily(String handler) {
        return new JobDefinition(
                "daily",
                null,
                OWNER,
                new Cron(CRON, "UTC"),
                null,
                "default",
                handler,
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                Timing.EXACT,
                null,
                5,
                null,
                null,
                Map.of());
    }
}
