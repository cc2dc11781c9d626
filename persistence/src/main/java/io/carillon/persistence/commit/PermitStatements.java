package io.carillon.persistence.commit;

import io.carillon.domain.store.RunWrite;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.EpochLock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statements that start runs of owners with a {@code max_running}.
 *
 * <p>Invariant, as long as an owner has a limit and a row in {@code owner_permits}: each of its runs that runs is named in
 * {@code run_permits}, and {@code permits} says how many names there are. So there is room for {@code max_running - permits}
 * starts at least, and for exactly as many once the names of runs that have ended are cleared away. Whoever starts has locked
 * the owner's row before the statement that looks, so it sees all starts that were committed before its own.
 *
 * <p>Costs an owner's starts one transaction at a time, in the whole cluster; ends are not concerned.
 */
final class PermitStatements {

    /** Position in the pipeline of the statement that returns the ids of the rows it moved. */
    static final int MOVED = 4;

    /** Others hold the row for one commit. A person at a console may hold it for longer: then these starts wait, nobody else. */
    private static final String NOT_FOR_LONG = "SELECT set_config('lock_timeout', '250ms', true)";

    static final String LOCK = """
            SELECT p.owner_id
            FROM unnest(?) AS u(owner_id)
            JOIN owner_permits p ON p.owner_id = u.owner_id
            FOR UPDATE OF p""";

    /** Only where there is too little room; and a look by key at the run of each row, whatever the planner thinks. */
    static final String CLEAR = """
            WITH tight AS MATERIALIZED (
                SELECT p.owner_id
                FROM unnest(?, ?) AS u(owner_id, starts)
                JOIN owner_permits p ON p.owner_id = u.owner_id
                JOIN owner_quotas q ON q.owner_id = u.owner_id
                WHERE p.permits + u.starts > q.max_running),
            taken AS (
                DELETE FROM run_permits p USING tight t WHERE p.owner_id = t.owner_id
                RETURNING p.owner_id, p.runs),
            kept AS MATERIALIZED (
                SELECT DISTINCT d.owner_id, x.run_id
                FROM taken d CROSS JOIN LATERAL unnest(d.runs) AS x(run_id)
                WHERE (SELECT r.state FROM runs r WHERE r.run_id = x.run_id) = 1),
            n AS MATERIALIZED (
                SELECT t.owner_id, count(k.run_id)::integer AS runs FROM tight t
                LEFT JOIN kept k ON k.owner_id = t.owner_id
                GROUP BY t.owner_id),
            given AS (
                INSERT INTO run_permits (owner_id, runs)
                SELECT k.owner_id, array_agg(k.run_id) FROM kept k GROUP BY k.owner_id)
            UPDATE owner_permits p SET permits = n.runs
            FROM n WHERE p.owner_id = n.owner_id""";

    /** {@code place} is a start's number among those of its owner, from 1. */
    static final String MOVE = "WITH moved AS (" + RunStatements.SET + """
            FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                run_id, shard, epoch, state, attempt, retries_used, lapses, retry_at, started_at, ended_at,
                lease_expires_at, cancel_requested_at, fencing_token, worker_id, last_end, reason, version, write_id,
                owner_id, place)
            JOIN shards s ON s.shard = u.shard AND s.epoch = u.epoch
            JOIN owner_permits p ON p.owner_id = u.owner_id
            JOIN owner_quotas q ON q.owner_id = u.owner_id
            WHERE r.run_id = u.run_id AND r.version = u.version - 1 AND r.fencing_token <= u.fencing_token
                AND r.owner_id = u.owner_id AND p.permits >= 0 AND u.place <= q.max_running - p.permits
            RETURNING r.run_id, r.owner_id),
            n AS MATERIALIZED (
                SELECT m.owner_id, count(*)::integer AS given, array_agg(m.run_id) AS runs
                FROM moved m GROUP BY m.owner_id),
            given AS (INSERT INTO run_permits (owner_id, runs) SELECT n.owner_id, n.runs FROM n),
            counted AS (
                UPDATE owner_permits p SET permits = p.permits + n.given
                FROM n WHERE p.owner_id = n.owner_id)
            SELECT m.run_id FROM moved m""";

    /** Null in {@code max_running}: no limit. Null in {@code permits}: not counted yet. */
    static final String LIMITS = """
            SELECT u.owner_id, q.max_running, p.permits
            FROM unnest(?) AS u(owner_id)
            LEFT JOIN owner_quotas q ON q.owner_id = u.owner_id
            LEFT JOIN owner_permits p ON p.owner_id = u.owner_id""";

    private static final String COUNT_BEGINS = """
            INSERT INTO owner_permits (owner_id, permits)
            SELECT q.owner_id, -1 FROM unnest(?) AS u(owner_id)
            JOIN owner_quotas q ON q.owner_id = u.owner_id
            WHERE q.max_running IS NOT NULL
            ON CONFLICT DO NOTHING""";

    /** A look at everything live, once for each time that a limit is set where there was none. */
    static final String COUNT_RUNNING = """
            INSERT INTO run_permits (owner_id, runs)
            SELECT r.owner_id, array_agg(r.run_id)
            FROM unnest(?) AS u(owner_id)
            JOIN owner_permits p ON p.owner_id = u.owner_id AND p.permits = -1
            JOIN runs r ON r.owner_id = u.owner_id
            WHERE r.ended_at IS NULL AND r.state = 1
            GROUP BY r.owner_id""";

    private static final String COUNT_ENDS = """
            UPDATE owner_permits p SET permits =
                (SELECT coalesce(sum(cardinality(x.runs)), 0) FROM run_permits x WHERE x.owner_id = p.owner_id)
            FROM unnest(?) AS u(owner_id)
            WHERE p.owner_id = u.owner_id AND p.permits = -1""";

    private PermitStatements() {}

    /** One transaction: as many starts as there is room for, those first that stand first in their owner's numbering. */
    static Pipeline start(List<RunRow> rows) {
        Map<String, Integer> starts = new TreeMap<>();
        rows.forEach(row -> starts.merge(row.ownerId(), 1, Integer::sum));
        List<Map.Entry<String, Integer>> owners = List.copyOf(starts.entrySet());
        BinaryArray ids = BinaryArray.texts(owners, Map.Entry::getKey);
        List<RunWrite> writes = rows.stream().map(RunRow::write).toList();
        List<Object> values = RunStatements.values(writes);
        values.add(BinaryArray.texts(rows, RunRow::ownerId));
        values.add(BinaryArray.int4s(rows, RunRow::place));
        return new Pipeline()
                .add(EpochLock.SHARED, RunStatements.epochGroups(writes))
                .add(NOT_FOR_LONG)
                .add(LOCK, ids)
                .add(CLEAR, ids, BinaryArray.int4s(owners, Map.Entry::getValue))
                .add(MOVE, values.toArray());
    }

    /**
     * One transaction: begins with the runs of an owner that run already. It holds an epoch's lock, which whoever sets a limit
     * holds alone: so it is over before a limit is taken away and set anew, or begins after that.
     */
    static Pipeline count(String ownerId) {
        BinaryArray owner = BinaryArray.texts(List.of(ownerId), id -> id);
        return new Pipeline()
                .add(EpochLock.SHARED, EpochLock.groupsOf(List.of(0)))
                .add(COUNT_BEGINS, owner)
                .add(LOCK, owner)
                .add(COUNT_RUNNING, owner)
                .add(COUNT_ENDS, owner);
    }
}
