package io.carillon.persistence.commit;

import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.RunWrite;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.EpochLock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The statements that move runs. Rows stand in the order of their ids, and so does every writer's.
 *
 * <p>The conditions name version and token, which no index knows: one on state could be answered from the live index, dead
 * entries and all.
 */
final class RunStatements {

    /** Position in the pipeline of the statement that returns the ids of the rows it moved. */
    static final int MOVED = 1;

    /** What a move sets, whatever it depends on. */
    static final String SET = """
            UPDATE runs r SET
                state = u.state, attempt = u.attempt, retries_used = u.retries_used, lapses = u.lapses,
                retry_at = u.retry_at, started_at = u.started_at, ended_at = u.ended_at,
                lease_expires_at = u.lease_expires_at, cancel_requested_at = u.cancel_requested_at,
                fencing_token = u.fencing_token, worker_id = u.worker_id, last_end = u.last_end, reason = u.reason,
                version = u.version, write_id = u.write_id,
                died_at = CASE WHEN u.state = 3 THEN u.ended_at END,
                cancelled_at = CASE WHEN u.state = 4 THEN u.ended_at END
            """;

    /**
     * The last parameter: the owners whose runs are to start. If one of them has a {@code max_running} after all, no run of the
     * batch starts: whoever sets one waits for the statements that may have looked before, see {@link
     * io.carillon.persistence.outbox.PgOwnerQuotas}. So an owner without a limit costs one look for each batch.
     */
    static final String MOVE = SET + """
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                run_id, shard, epoch, state, attempt, retries_used, lapses, retry_at, started_at, ended_at,
                lease_expires_at, cancel_requested_at, fencing_token, worker_id, last_end, reason, version, write_id)
            JOIN shards s ON s.shard = u.shard AND s.epoch = u.epoch
            WHERE r.run_id = u.run_id AND r.version = u.version - 1 AND r.fencing_token <= u.fencing_token
                AND (u.state <> 1 OR r.state = 1 OR NOT EXISTS (
                    SELECT FROM owner_quotas q WHERE q.owner_id = ANY(?) AND q.max_running IS NOT NULL))
            RETURNING r.run_id""";

    /** A row of the batch that was not moved by it has another write id, or this one since an earlier try. */
    static final String ADD_ATTEMPTS = """
            INSERT INTO attempts (run_id, fencing_token, attempt, worker_id, started_at, ended_at, end_code,
                error_type, error_message, error_stack)
            SELECT u.run_id, u.fencing_token, u.attempt, u.worker_id, u.started_at, u.ended_at, u.end_code,
                u.error_type, u.error_message, u.error_stack
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                run_id, write_id, fencing_token, attempt, worker_id, started_at, ended_at, end_code,
                error_type, error_message, error_stack)
            JOIN runs r ON r.run_id = u.run_id AND r.write_id = u.write_id
            ON CONFLICT DO NOTHING""";

    static final String ADD_RESULTS = """
            INSERT INTO run_results (run_id, result)
            SELECT u.run_id, u.result
            FROM unnest(?, ?, ?) AS u(run_id, write_id, result)
            JOIN runs r ON r.run_id = u.run_id AND r.write_id = u.write_id
            ON CONFLICT DO NOTHING""";

    static final String ADD_ALERTS = """
            INSERT INTO alert_outbox (run_id, job_id, owner_id, run_version, reason, created_at, next_try_at)
            SELECT r.run_id, r.job_id, r.owner_id, r.version, r.reason, u.at, u.at
            FROM unnest(?, ?, ?) AS u(run_id, write_id, at)
            JOIN runs r ON r.run_id = u.run_id AND r.write_id = u.write_id
            ON CONFLICT DO NOTHING""";

    /** What the rows say now, for those that were not moved. */
    static final String READ = """
            SELECT u.i, s.epoch, r.version, r.fencing_token, r.write_id
            FROM unnest(?, ?, ?) AS u(i, run_id, shard)
            JOIN shards s ON s.shard = u.shard
            LEFT JOIN runs r ON r.run_id = u.run_id""";

    private RunStatements() {}

    /** One transaction: all rows of the batch that may move, with what belongs to them. */
    static Pipeline move(List<RunWrite> rows) {
        List<Object> values = values(rows);
        List<String> starting = rows.stream()
                .filter(RunWrite::starts)
                .map(row -> row.run().ownerId())
                .distinct()
                .toList();
        values.add(BinaryArray.texts(starting, id -> id));
        Pipeline pipeline =
                new Pipeline().add(EpochLock.SHARED, epochGroups(rows)).add(MOVE, values.toArray());
        addAttempts(pipeline, rows.stream().filter(row -> row.attempt() != null).toList());
        addResults(pipeline, rows.stream().filter(row -> row.result() != null).toList());
        addAlerts(pipeline, rows.stream().filter(RunWrite::alert).toList());
        return pipeline;
    }

    static BinaryArray epochGroups(List<RunWrite> rows) {
        return EpochLock.groupsOf(rows.stream().map(row -> row.run().shard()).toList());
    }

    /** The arrays from which a move sets what it sets, in the order of {@link #MOVE}. */
    static List<Object> values(List<RunWrite> rows) {
        return new ArrayList<>(List.of(
                BinaryArray.uuids(rows, row -> row.run().id().value()),
                int2s(rows, Run::shard),
                BinaryArray.int8s(rows, RunWrite::epoch),
                int2s(rows, run -> run.state().code()),
                int4s(rows, Run::attempt),
                int4s(rows, Run::retriesUsed),
                int4s(rows, Run::lapses),
                BinaryArray.timestamps(rows, row -> row.run().retryAt()),
                BinaryArray.timestamps(rows, row -> row.run().startedAt()),
                BinaryArray.timestamps(rows, row -> row.run().endedAt()),
                BinaryArray.timestamps(rows, row -> row.run().leaseExpiresAt()),
                BinaryArray.timestamps(rows, row -> row.run().cancelRequestedAt()),
                BinaryArray.int8s(rows, row -> row.run().fencingToken()),
                BinaryArray.texts(rows, row -> row.run().workerId()),
                int2s(rows, run -> run.lastEnd().code()),
                BinaryArray.texts(rows, row -> row.run().reason()),
                BinaryArray.int8s(rows, row -> row.run().version()),
                BinaryArray.uuids(rows, row -> row.run().writeId())));
    }

    private static void addAttempts(Pipeline pipeline, List<RunWrite> rows) {
        if (rows.isEmpty()) {
            return;
        }
        pipeline.add(
                ADD_ATTEMPTS,
                BinaryArray.uuids(rows, row -> row.run().id().value()),
                BinaryArray.uuids(rows, row -> row.run().writeId()),
                BinaryArray.int8s(rows, row -> attempt(row).fencingToken()),
                BinaryArray.int4s(rows, row -> attempt(row).attempt()),
                BinaryArray.texts(rows, row -> attempt(row).workerId()),
                BinaryArray.timestamps(rows, row -> attempt(row).startedAt()),
                BinaryArray.timestamps(rows, row -> attempt(row).endedAt()),
                BinaryArray.int2s(rows, row -> attempt(row).end().code()),
                BinaryArray.texts(rows, row -> ofError(row, AttemptError::type)),
                BinaryArray.texts(rows, row -> ofError(row, AttemptError::message)),
                BinaryArray.texts(rows, row -> ofError(row, AttemptError::stack)));
    }

    private static void addResults(Pipeline pipeline, List<RunWrite> rows) {
        if (rows.isEmpty()) {
            return;
        }
        pipeline.add(
                ADD_RESULTS,
                BinaryArray.uuids(rows, row -> row.run().id().value()),
                BinaryArray.uuids(rows, row -> row.run().writeId()),
                BinaryArray.byteas(
                        rows, row -> Objects.requireNonNull(row.result()).toUtf8()));
    }

    private static void addAlerts(Pipeline pipeline, List<RunWrite> rows) {
        if (rows.isEmpty()) {
            return;
        }
        pipeline.add(
                ADD_ALERTS,
                BinaryArray.uuids(rows, row -> row.run().id().value()),
                BinaryArray.uuids(rows, row -> row.run().writeId()),
                BinaryArray.timestamps(rows, row -> row.run().endedAt()));
    }

    private static BinaryArray int2s(List<RunWrite> rows, ToIntFunction<Run> value) {
        return BinaryArray.int2s(rows, row -> value.applyAsInt(row.run()));
    }

    private static BinaryArray int4s(List<RunWrite> rows, ToIntFunction<Run> value) {
        return BinaryArray.int4s(rows, row -> value.applyAsInt(row.run()));
    }

    private static AttemptRecord attempt(RunWrite row) {
        return Objects.requireNonNull(row.attempt());
    }

    private static @Nullable String ofError(RunWrite row, Function<AttemptError, @Nullable String> value) {
        AttemptError error = attempt(row).error();
        return error == null ? null : value.apply(error);
    }
}
