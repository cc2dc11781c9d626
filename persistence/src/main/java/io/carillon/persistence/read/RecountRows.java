package io.carillon.persistence.read;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.schema.RunDays;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of many jobs at once, each found by an index. */
final class RecountRows {

    private static final String KEYS = "SELECT job_id, revision FROM job_revisions";

    private static final String REVISIONS = """
            SELECT v.job_id, j.status, j.planned_through, v.revision, v.definition, v.nominal_from, v.nominal_to
            FROM unnest(?, ?) AS u(job_id, revision)
            JOIN job_revisions v ON v.job_id = u.job_id AND v.revision = u.revision
            JOIN job_state j ON j.job_id = v.job_id
            WHERE v.nominal_from < ? AND (v.nominal_to IS NULL OR v.nominal_to >= ?)""";

    private static final String RUNS = """
            SELECT u.i, r.revision, r.nominal_at
            FROM unnest(?, ?, ?, ?) AS u(i, job_id, first_id, end_id)
            CROSS JOIN LATERAL (SELECT revision, nominal_at FROM runs x
                WHERE x.job_id = u.job_id AND x.run_id >= u.first_id AND x.run_id < u.end_id AND x.trigger = 0) r""";

    /** Ranges of one job do not overlap in their beginnings: the one that reaches into a slice is the last before it. */
    private static final String SKIPS = """
            SELECT u.i, s.revision, s.nominal_first, s.nominal_last, s.n, s.reason
            FROM unnest(?, ?, ?, ?) AS u(i, job_id, from_at, to_at)
            CROSS JOIN LATERAL (SELECT * FROM skips x WHERE x.job_id = u.job_id
                AND x.nominal_first >= coalesce((SELECT max(b.nominal_first) FROM skips b
                    WHERE b.job_id = u.job_id AND b.nominal_first <= u.from_at), u.from_at)
                AND x.nominal_first < u.to_at AND x.nominal_last >= u.from_at) s""";

    private static final String OWING = """
            SELECT u.shard FROM unnest(?) AS u(shard) WHERE EXISTS (SELECT FROM job_state j
                WHERE j.shard = u.shard AND j.next_due_at < ? AND j.next_nominal_at < ?)""";

    private RecountRows() {}

    static List<RevisionKey> keys(Connection connection, @Nullable RevisionKey after, int limit) throws SQLException {
        Conditions conditions = new Conditions();
        if (after != null) {
            conditions.and("(job_id, revision) > (?, ?)", after.job().value(), after.revision());
        }
        return Reader.list(
                connection,
                KEYS + conditions.where() + " ORDER BY job_id, revision LIMIT " + limit,
                conditions::bind,
                row -> new RevisionKey(new JobId(row.getObject(1, UUID.class)), row.getLong(2)));
    }

    static List<JobRevision> revisions(Connection connection, Collection<RevisionKey> keys, Instant from, Instant to)
            throws SQLException {
        List<RevisionKey> wanted = List.copyOf(keys);
        return Reader.list(
                connection,
                REVISIONS,
                statement -> {
                    statement.setObject(
                            1, BinaryArray.uuids(wanted, key -> key.job().value()));
                    statement.setObject(2, BinaryArray.int8s(wanted, RevisionKey::revision));
                    statement.setObject(3, to.atOffset(ZoneOffset.UTC));
                    statement.setObject(4, from.atOffset(ZoneOffset.UTC));
                },
                row -> new JobRevision(
                        new JobId(row.getObject(1, UUID.class)),
                        JobStatus.ofCode(row.getInt(2)),
                        Columns.instant(row, 3),
                        LedgerRows.revision(row, 4)));
    }

    static List<Marks> marks(Connection connection, List<Slice> slices) throws SQLException {
        List<List<RunMark>> runs = new ArrayList<>();
        List<List<SkipRange>> skips = new ArrayList<>();
        slices.forEach(slice -> {
            runs.add(new ArrayList<>());
            skips.add(new ArrayList<>());
        });
        List<Integer> numbers =
                Stream.iterate(0, i -> i + 1).limit(slices.size()).toList();
        BinaryArray index = BinaryArray.int8s(numbers, Integer::longValue);
        BinaryArray jobs = BinaryArray.uuids(slices, slice -> slice.job().value());
        var unused = Reader.list(
                connection,
                RUNS,
                statement -> {
                    statement.setObject(1, index);
                    statement.setObject(2, jobs);
                    statement.setObject(3, BinaryArray.uuids(slices, slice -> RunDays.firstId(slice.from())));
                    statement.setObject(
                            4,
                            BinaryArray.uuids(
                                    slices, slice -> RunDays.firstId(slice.to().plusMillis(1))));
                },
                row -> runs.get(row.getInt(1)).add(new RunMark(row.getLong(2), Columns.instant(row, 3))));
        var unusedToo = Reader.list(
                connection,
                SKIPS,
                statement -> {
                    statement.setObject(1, index);
                    statement.setObject(2, jobs);
                    statement.setObject(3, BinaryArray.timestamps(slices, Slice::from));
                    statement.setObject(4, BinaryArray.timestamps(slices, Slice::to));
                },
                row -> skips.get(row.getInt(1))
                        .add(new SkipRange(
                                slices.get(row.getInt(1)).job(),
                                row.getLong(2),
                                Columns.instant(row, 3),
                                Columns.instant(row, 4),
                                row.getLong(5),
                                SkipReason.ofCode(row.getInt(6)))));
        return numbers.stream().map(i -> new Marks(runs.get(i), skips.get(i))).toList();
    }

    static Set<Integer> owing(Connection connection, Set<Integer> shards, Instant nominal, Instant due)
            throws SQLException {
        return new TreeSet<>(Reader.list(
                connection,
                OWING,
                statement -> {
                    statement.setObject(1, BinaryArray.int2s(List.copyOf(shards), Integer::intValue));
                    statement.setObject(2, due.atOffset(ZoneOffset.UTC));
                    statement.setObject(3, nominal.atOffset(ZoneOffset.UTC));
                },
                row -> row.getInt(1)));
    }
}
