package io.carillon.persistence.commit;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.job.Job;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A change and what the audit log says of it are there together, or neither is. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class AuditedWriteTest {

    private static final Principal ROOT = new Principal("root-key", null, "root", "192.0.2.1");
    private static final AuditLog.Filter ALL = new AuditLog.Filter(null, null, null, null, null, null);

    private final Samples samples = new Samples(61);
    private final OpenStore open;

    AuditedWriteTest(TestDatabase database) {
        this.open = new OpenStore(database);
        database.execute("TRUNCATE audit, owners");
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static AuditEntry entry(Job job) {
        return AuditEntry.of(
                ROOT,
                Samples.NOW,
                job.definition().ownerId(),
                "job.created",
                job.id().toString(),
                null,
                AuditEntry.values("revision", job.revision()));
    }

    private static JobWrite creation(Job job) {
        return new JobWrite(EPOCH, 0, new JobChange(job, true, List.of(), List.of(), List.of()), entry(job));
    }

    private List<AuditEntry> entries() {
        return open.store().auditLog().page(ROOT, ALL, 100, null).items().stream()
                .map(AuditLog.Recorded::entry)
                .toList();
    }

    @Test
    void jobs_are_written_with_their_entries_and_claims_without() {
        Job job = samples.job(samples.jobId());
        open.write(creation(job));
        open.write(samples.claim(EPOCH, job));
        assertThat(entries()).containsExactly(entry(job));
    }

    @Test
    void a_write_that_is_refused_leaves_no_entry_and_one_that_is_repeated_leaves_one() {
        Job job = samples.job(samples.jobId());
        open.write(creation(job));
        assertThat(get(open.writer().writeJobs(job.shard(), List.of(creation(job)))))
                .containsExactly(RowOutcome.ALREADY_APPLIED);
        Job other = samples.job(job.id());
        assertThat(get(open.writer().writeJobs(other.shard(), List.of(creation(other)))))
                .extracting(RowOutcome::kind)
                .containsExactly(RowOutcome.Kind.VERSION_LOST);
        assertThat(entries()).containsExactly(entry(job));
    }

    @Test
    void a_quota_tells_what_it_was_under_its_lock() {
        OwnerQuota quota = new OwnerQuota("acme", null, 7, 1_000);
        for (int i = 0; i < 2; i++) {
            open.store()
                    .quotas()
                    .save(
                            quota,
                            before -> AuditEntry.of(
                                    ROOT,
                                    Samples.NOW,
                                    "acme",
                                    "quota.changed",
                                    "acme",
                                    AuditEntry.values("max_jobs", before.maxJobs()),
                                    AuditEntry.values("max_jobs", quota.maxJobs())));
        }
        assertThat(entries())
                .extracting(entry -> String.valueOf(entry.before()))
                .containsExactly("{max_jobs=7}", "{}");
    }

    @Test
    void a_webhook_that_was_overtaken_leaves_no_entry() {
        Job job = samples.job(samples.jobId());
        Webhook first = new Webhook("acme", "https://example.org/", "s", 1);
        assertThat(open.store().webhooks().save(first, samples.writeId(), Samples.NOW, entry(job)))
                .isTrue();
        assertThat(open.store().webhooks().save(first, samples.writeId(), Samples.NOW, entry(job)))
                .isFalse();
        assertThat(entries()).hasSize(1);
    }
}
