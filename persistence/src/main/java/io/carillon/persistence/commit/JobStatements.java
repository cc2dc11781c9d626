package io.carillon.persistence.commit;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import io.carillon.persistence.codec.AuditCodec;
import io.carillon.persistence.codec.DefinitionCodec;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.EpochLock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statements of job changes, in the one order that all writers keep: counts by owner, state by job, identity by key,
 * revisions, runs by id. Each that must meet all its rows says so; one that does not ends the transaction.
 */
final class JobStatements {

    static final String MOVE_STATE = """
            WITH moved AS (
                UPDATE job_state j SET
                    planned_through = u.planned_through, next_nominal_at = u.next_nominal_at,
                    next_due_at = u.next_due_at, revision = u.revision, version = u.version, status = u.status,
                    write_id = u.write_id
                FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                    job_id, shard, epoch, planned_through, next_nominal_at, next_due_at, revision, version, status,
                    write_id)
                JOIN shards s ON s.shard = u.shard AND s.epoch = u.epoch
                WHERE j.job_id = u.job_id AND j.version = u.version - 1
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM moved), ?)""";

    static final String ADD_STATE = """
            WITH added AS (
                INSERT INTO job_state (job_id, shard, planned_through, next_nominal_at, next_due_at, revision, version,
                    status, write_id, created_at)
                SELECT u.job_id, u.shard, u.planned_through, u.next_nominal_at, u.next_due_at, u.revision, u.version,
                    u.status, u.write_id, u.created_at
                FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                    job_id, shard, epoch, planned_through, next_nominal_at, next_due_at, revision, version, status,
                    write_id, created_at)
                JOIN shards s ON s.shard = u.shard AND s.epoch = u.epoch
                ON CONFLICT DO NOTHING
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM added), ?)""";

    static final String ADD_JOBS = """
            WITH added AS (
                INSERT INTO jobs (job_id, owner_id, key, name, pool, status, revision, one_off, exact, version, write_id,
                    created_at)
                SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM added), ?)""";

    static final String CHANGE_JOBS = """
            WITH changed AS (
                UPDATE jobs j SET
                    key = u.key, name = u.name, pool = u.pool, status = u.status, revision = u.revision,
                    one_off = u.one_off, exact = u.exact, version = u.version, write_id = u.write_id
                FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                    job_id, owner_id, key, name, pool, status, revision, one_off, exact, version, write_id)
                WHERE j.job_id = u.job_id AND j.owner_id = u.owner_id
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM changed), ?)""";

    /** A pause or a resume leaves the revision as it is. */
    static final String ADD_REVISIONS = """
            INSERT INTO job_revisions (job_id, revision, definition, payload, nominal_from, write_id)
            SELECT u.job_id, u.revision, u.definition::json, u.payload, u.nominal_from, u.write_id
            FROM unnest(?, ?, ?, ?, ?, ?) AS u(job_id, revision, definition, payload, nominal_from, write_id)
            ON CONFLICT DO NOTHING""";

    /** What a revision owes ends where the next one, or the deletion, takes over. */
    static final String END_REVISIONS = """
            UPDATE job_revisions r SET nominal_to = u.nominal_to
            FROM unnest(?, ?, ?) AS u(job_id, revision, nominal_to)
            WHERE r.job_id = u.job_id AND r.revision = u.revision AND r.nominal_to IS NULL""";

    static final String ADD_RUNS = """
            WITH added AS (
                INSERT INTO runs (run_id, job_id, shard, revision, trigger, owner_id, pool, nominal_at, due_at, reason,
                    write_id, lane, state, attempt, retries_used, lapses, fencing_token, last_end, version)
                SELECT u.*, 0, 0, 0, 0, 0, 0, 1
                FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(
                    run_id, job_id, shard, revision, trigger, owner_id, pool, nominal_at, due_at, reason, write_id,
                    lane)
                ON CONFLICT DO NOTHING
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM added), ?)""";

    static final String ADD_PAYLOADS =
            "INSERT INTO run_payloads (run_id, payload) SELECT * FROM unnest(?, ?) ON CONFLICT DO NOTHING";

    static final String ADD_REQUESTS = """
            WITH added AS (
                INSERT INTO run_requests (job_id, request_id, run_id, write_id)
                SELECT * FROM unnest(?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM added), ?)""";

    static final String WITHDRAW_RUNS = """
            WITH withdrawn AS (
                DELETE FROM runs r USING unnest(?, ?) AS u(run_id, version)
                WHERE r.run_id = u.run_id AND r.version = u.version
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM withdrawn), ?)""";

    static final String ADD_SKIPS = """
            INSERT INTO skips (job_id, nominal_first, nominal_last, n, reason, revision, write_id)
            SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)""";

    /** What people have changed; schedules write none. */
    static final String ADD_AUDIT = """
            INSERT INTO audit (at, subject, name, address, owner_id, action, target, before, after)
            SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final Comparator<JobRow> BY_KEY = Comparator.comparing(
                    (JobRow row) -> row.job().definition().ownerId())
            .thenComparing(row -> row.job().definition().key(), Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(row -> row.job().id());

    private JobStatements() {}

    /** All rows with all that is true only together with them: everything or nothing. */
    static Pipeline write(List<JobRow> rows) {
        List<JobRow> sorted = rows.stream()
                .sorted(Comparator.comparing((JobRow row) -> row.job().id()))
                .toList();
        Pipeline pipeline = new Pipeline()
                .add(
                        EpochLock.SHARED,
                        EpochLock.groupsOf(
                                sorted.stream().map(row -> row.job().shard()).toList()));
        OwnerCounts.count(
                pipeline, sorted.stream().filter(JobRow::definitionChanged).toList());
        states(pipeline, sorted);
        identities(
                pipeline,
                sorted.stream().filter(JobRow::definitionChanged).sorted(BY_KEY).toList());
        revisions(pipeline, sorted.stream().filter(JobRow::definitionChanged).toList());
        withdrawn(pipeline, sorted.stream().flatMap(row -> row.change().withdrawn().stream()));
        runs(pipeline, sorted);
        requests(pipeline, sorted.stream().flatMap(JobRow::requestsToAdd).toList());
        skips(pipeline, sorted);
        audits(
                pipeline,
                sorted.stream()
                        .map(row -> row.write().audit())
                        .filter(Objects::nonNull)
                        .toList());
        return pipeline;
    }

    private static void states(Pipeline pipeline, List<JobRow> sorted) {
        List<JobRow> moved = sorted.stream().filter(row -> !row.creates()).toList();
        if (!moved.isEmpty()) {
            pipeline.add(
                    MOVE_STATE,
                    jobIds(moved),
                    BinaryArray.int2s(moved, row -> row.job().shard()),
                    BinaryArray.int8s(moved, row -> row.write().epoch()),
                    BinaryArray.timestamps(moved, row -> row.job().plannedThrough()),
                    BinaryArray.timestamps(moved, row -> row.job().nextNominalAt()),
                    BinaryArray.timestamps(moved, row -> row.job().nextDueAt()),
                    BinaryArray.int8s(moved, row -> row.job().revision()),
                    BinaryArray.int8s(moved, row -> row.job().version()),
                    BinaryArray.int2s(moved, row -> row.job().status().code()),
                    writeIds(moved),
                    (long) moved.size());
        }
        List<JobRow> added = sorted.stream().filter(JobRow::creates).toList();
        if (!added.isEmpty()) {
            pipeline.add(
                    ADD_STATE,
                    jobIds(added),
                    BinaryArray.int2s(added, row -> row.job().shard()),
                    BinaryArray.int8s(added, row -> row.write().epoch()),
                    BinaryArray.timestamps(added, row -> row.job().plannedThrough()),
                    BinaryArray.timestamps(added, row -> row.job().nextNominalAt()),
                    BinaryArray.timestamps(added, row -> row.job().nextDueAt()),
                    BinaryArray.int8s(added, row -> row.job().revision()),
                    BinaryArray.int8s(added, row -> row.job().version()),
                    BinaryArray.int2s(added, row -> row.job().status().code()),
                    writeIds(added),
                    BinaryArray.timestamps(added, row -> row.job().createdAt()),
                    (long) added.size());
        }
    }

    private static void identities(Pipeline pipeline, List<JobRow> byKey) {
        List<JobRow> added = byKey.stream().filter(JobRow::creates).toList();
        if (!added.isEmpty()) {
            pipeline.add(
                    ADD_JOBS,
                    jobIds(added),
                    BinaryArray.texts(added, row -> row.job().definition().ownerId()),
                    BinaryArray.texts(added, row -> row.job().definition().key()),
                    BinaryArray.texts(added, row -> row.job().definition().name()),
                    BinaryArray.texts(added, row -> row.job().definition().pool()),
                    BinaryArray.int2s(added, row -> row.job().status().code()),
                    BinaryArray.int8s(added, row -> row.job().revision()),
                    BinaryArray.bools(added, row -> row.job().definition().isOneOff()),
                    BinaryArray.bools(added, JobRow::exact),
                    BinaryArray.int8s(added, row -> row.job().version()),
                    writeIds(added),
                    BinaryArray.timestamps(added, row -> row.job().createdAt()),
                    (long) added.size());
        }
        List<JobRow> changed = byKey.stream().filter(row -> !row.creates()).toList();
        if (!changed.isEmpty()) {
            pipeline.add(
                    CHANGE_JOBS,
                    jobIds(changed),
                    BinaryArray.texts(changed, row -> row.job().definition().ownerId()),
                    BinaryArray.texts(changed, row -> row.job().definition().key()),
                    BinaryArray.texts(changed, row -> row.job().definition().name()),
                    BinaryArray.texts(changed, row -> row.job().definition().pool()),
                    BinaryArray.int2s(changed, row -> row.job().status().code()),
                    BinaryArray.int8s(changed, row -> row.job().revision()),
                    BinaryArray.bools(changed, row -> row.job().definition().isOneOff()),
                    BinaryArray.bools(changed, JobRow::exact),
                    BinaryArray.int8s(changed, row -> row.job().version()),
                    writeIds(changed),
                    (long) changed.size());
        }
    }

    private static void revisions(Pipeline pipeline, List<JobRow> changed) {
        if (changed.isEmpty()) {
            return;
        }
        pipeline.add(
                ADD_REVISIONS,
                jobIds(changed),
                BinaryArray.int8s(changed, row -> row.job().revision()),
                BinaryArray.texts(
                        changed, row -> DefinitionCodec.toJson(row.job().definition())),
                BinaryArray.byteas(changed, row -> bytes(row.job().definition().payload())),
                BinaryArray.timestamps(changed, row -> row.job().plannedThrough()),
                writeIds(changed));
        List<JobRow> succeeding =
                changed.stream().filter(row -> row.job().revision() > 1).toList();
        if (!succeeding.isEmpty()) {
            pipeline.add(END_REVISIONS, endOf(succeeding, -1));
        }
        List<JobRow> deleted = changed.stream()
                .filter(row -> row.job().status() == JobStatus.DELETED)
                .toList();
        if (!deleted.isEmpty()) {
            pipeline.add(END_REVISIONS, endOf(deleted, 0));
        }
    }

    private static Object[] endOf(List<JobRow> rows, int offset) {
        return new Object[] {
            jobIds(rows),
            BinaryArray.int8s(rows, row -> row.job().revision() + offset),
            BinaryArray.timestamps(rows, row -> row.job().plannedThrough())
        };
    }

    private static void withdrawn(Pipeline pipeline, Stream<RunRef> refs) {
        List<RunRef> withdrawn = refs.sorted(Comparator.comparing(RunRef::id)).toList();
        if (!withdrawn.isEmpty()) {
            pipeline.add(
                    WITHDRAW_RUNS,
                    BinaryArray.uuids(withdrawn, ref -> ref.id().value()),
                    BinaryArray.int8s(withdrawn, RunRef::version),
                    (long) withdrawn.size());
        }
    }

    private static void runs(Pipeline pipeline, List<JobRow> rows) {
        Map<RunId, Long> lanes = new HashMap<>();
        rows.forEach(row ->
                row.runsToAdd().forEach(added -> lanes.put(added.run().id(), Lane.idOf(added.run(), row.job()))));
        List<NewRun> runs = rows.stream()
                .flatMap(JobRow::runsToAdd)
                .sorted(Comparator.comparing((NewRun added) -> added.run().id()))
                .toList();
        if (runs.isEmpty()) {
            return;
        }
        pipeline.add(
                ADD_RUNS,
                ofRuns(runs, run -> run.id().value()),
                ofRuns(runs, run -> run.jobId().value()),
                BinaryArray.int2s(runs, row -> row.run().shard()),
                BinaryArray.int8s(runs, row -> row.run().revision()),
                BinaryArray.int2s(runs, row -> row.run().trigger().code()),
                BinaryArray.texts(runs, row -> row.run().ownerId()),
                BinaryArray.texts(runs, row -> row.run().pool()),
                BinaryArray.timestamps(runs, row -> row.run().nominalAt()),
                BinaryArray.timestamps(runs, row -> row.run().dueAt()),
                BinaryArray.texts(runs, row -> row.run().reason()),
                ofRuns(runs, Run::writeId),
                BinaryArray.int8s(
                        runs, row -> Objects.requireNonNull(lanes.get(row.run().id()))),
                (long) runs.size());
        List<NewRun> own = runs.stream().filter(run -> run.payload() != null).toList();
        if (!own.isEmpty()) {
            pipeline.add(
                    ADD_PAYLOADS,
                    ofRuns(own, run -> run.id().value()),
                    BinaryArray.byteas(own, row -> bytes(row.payload())));
        }
    }

    private static void requests(Pipeline pipeline, List<NewRun> requested) {
        if (requested.isEmpty()) {
            return;
        }
        List<NewRun> sorted = requested.stream()
                .sorted(Comparator.comparing((NewRun row) -> row.run().jobId())
                        .thenComparing(row -> Objects.requireNonNull(row.requestId())))
                .toList();
        pipeline.add(
                ADD_REQUESTS,
                ofRuns(sorted, run -> run.jobId().value()),
                BinaryArray.texts(sorted, NewRun::requestId),
                ofRuns(sorted, run -> run.id().value()),
                ofRuns(sorted, Run::writeId),
                (long) sorted.size());
    }

    private static void skips(Pipeline pipeline, List<JobRow> sorted) {
        List<Skip> skips = sorted.stream()
                .flatMap(row -> row.change().skips().stream().map(range -> new Skip(row, range)))
                .toList();
        if (!skips.isEmpty()) {
            pipeline.add(
                    ADD_SKIPS,
                    BinaryArray.uuids(skips, skip -> skip.range().jobId().value()),
                    BinaryArray.timestamps(skips, skip -> skip.range().nominalFirst()),
                    BinaryArray.timestamps(skips, skip -> skip.range().nominalLast()),
                    BinaryArray.int8s(skips, skip -> skip.range().n()),
                    BinaryArray.int2s(skips, skip -> skip.range().reason().code()),
                    BinaryArray.int8s(skips, skip -> skip.range().revision()),
                    BinaryArray.uuids(skips, skip -> skip.row().job().writeId()));
        }
    }

    private static void audits(Pipeline pipeline, List<AuditEntry> entries) {
        if (!entries.isEmpty()) {
            pipeline.add(
                    ADD_AUDIT,
                    BinaryArray.timestamps(entries, AuditEntry::at),
                    BinaryArray.texts(entries, AuditEntry::subject),
                    BinaryArray.texts(entries, AuditEntry::name),
                    BinaryArray.texts(entries, AuditEntry::address),
                    BinaryArray.texts(entries, AuditEntry::ownerId),
                    BinaryArray.texts(entries, AuditEntry::action),
                    BinaryArray.texts(entries, AuditEntry::target),
                    BinaryArray.texts(entries, entry -> AuditCodec.toJson(entry.before())),
                    BinaryArray.texts(entries, entry -> AuditCodec.toJson(entry.after())));
        }
    }

    private record Skip(JobRow row, SkipRange range) {}

    private static BinaryArray jobIds(List<JobRow> rows) {
        return BinaryArray.uuids(rows, row -> row.job().id().value());
    }

    private static BinaryArray writeIds(List<JobRow> rows) {
        return BinaryArray.uuids(rows, row -> row.job().writeId());
    }

    private static BinaryArray ofRuns(List<NewRun> rows, Function<Run, java.util.UUID> value) {
        return BinaryArray.uuids(rows, row -> value.apply(row.run()));
    }

    private static byte @Nullable [] bytes(@Nullable Payload payload) {
        return payload == null ? null : payload.toUtf8();
    }
}
