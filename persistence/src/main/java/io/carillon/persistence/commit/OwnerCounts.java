package io.carillon.persistence.commit;

import io.carillon.domain.job.JobStatus;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.QuotaLock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts jobs of owners in the transaction that makes, changes or deletes them, and fails it where one would have more than
 * its quota. What lessens a count is never refused.
 *
 * <p>Costs one lock and one look at the owner's row for each owner of a batch. The row itself is written, and with it the
 * owner's transactions put in line, only where there is a limit: a {@code max_jobs}, or exact jobs.
 */
final class OwnerCounts {

    private static final String ADD_OWNERS =
            "INSERT INTO owner_quotas (owner_id) SELECT * FROM unnest(?) ON CONFLICT DO NOTHING";

    /** Before the rows of jobs are changed: what they were until now is subtracted. */
    static final String COUNT = """
            WITH delta AS (
                SELECT owner_id, sum(jobs)::bigint AS jobs, sum(exact_jobs)::bigint AS exact_jobs
                FROM (
                    SELECT u.owner_id, u.jobs, u.exact_jobs FROM unnest(?, ?, ?) AS u(owner_id, jobs, exact_jobs)
                    UNION ALL
                    SELECT j.owner_id, u.live::int - (j.status <> 2)::int,
                        (u.live AND u.exact)::int - (j.status <> 2 AND j.exact)::int
                    FROM unnest(?, ?, ?) AS u(job_id, live, exact)
                    JOIN jobs j ON j.job_id = u.job_id) AS one
                GROUP BY owner_id),
            held AS (
                SELECT q.owner_id, q.jobs, q.max_jobs, q.exact_jobs, q.max_exact_jobs
                FROM owner_quotas q
                JOIN delta d ON d.owner_id = q.owner_id
                WHERE (d.jobs <> 0 AND q.jobs IS NOT NULL) OR d.exact_jobs <> 0
                ORDER BY q.owner_id
                FOR UPDATE OF q),
            counted AS (
                UPDATE owner_quotas q SET jobs = h.jobs + d.jobs, exact_jobs = h.exact_jobs + d.exact_jobs
                FROM held h
                JOIN delta d ON d.owner_id = h.owner_id
                WHERE q.owner_id = h.owner_id
                    AND (d.jobs <= 0 OR h.max_jobs IS NULL OR h.jobs + d.jobs <= h.max_jobs)
                    AND (d.exact_jobs <= 0 OR h.exact_jobs + d.exact_jobs <= h.max_exact_jobs)
                RETURNING 1)
            SELECT require_rows((SELECT count(*) FROM counted), (SELECT count(*) FROM held))""";

    private OwnerCounts() {}

    /** @param rows whose jobs are made, or changed in what makes them count */
    static void count(Pipeline pipeline, List<JobRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Map<String, New> owners = new TreeMap<>();
        for (JobRow row : rows) {
            New of = owners.computeIfAbsent(row.job().definition().ownerId(), New::new);
            if (row.creates()) {
                of.jobs++;
            }
            if (row.exact()) {
                of.anyExact = true;
                of.exactJobs += row.creates() ? 1 : 0;
            }
        }
        pipeline.add(QuotaLock.SHARED, QuotaLock.groupsOf(owners.keySet()));
        List<New> exact = owners.values().stream().filter(of -> of.anyExact).toList();
        if (!exact.isEmpty()) {
            pipeline.add(ADD_OWNERS, BinaryArray.texts(exact, of -> of.ownerId));
        }
        List<New> made = owners.values().stream().filter(of -> of.jobs > 0).toList();
        List<JobRow> changed = rows.stream().filter(row -> !row.creates()).toList();
        pipeline.add(
                COUNT,
                BinaryArray.texts(made, of -> of.ownerId),
                BinaryArray.int4s(made, of -> of.jobs),
                BinaryArray.int4s(made, of -> of.exactJobs),
                BinaryArray.uuids(changed, row -> row.job().id().value()),
                BinaryArray.bools(changed, OwnerCounts::live),
                BinaryArray.bools(changed, JobRow::exact));
    }

    static boolean live(JobRow row) {
        return row.job().status() != JobStatus.DELETED;
    }

    /** What a batch makes for one owner. */
    private static final class New {
        final String ownerId;
        int jobs;
        int exactJobs;
        boolean anyExact;

        New(String ownerId) {
            this.ownerId = ownerId;
        }
    }
}
