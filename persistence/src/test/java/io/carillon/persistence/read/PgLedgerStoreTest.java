package io.carillon.persistence.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.LedgerStore;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgLedgerStoreTest {

    private static final Principal ANYONE = Principal.ANONYMOUS;
    private static final Instant NOW = Samples.NOW;

    private final Samples samples = new Samples(85);
    private final OpenStore open;
    private final LedgerStore ledger;

    PgLedgerStoreTest(TestDatabase database) {
        this.open = new OpenStore(database);
        this.ledger = open.store().ledger();
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void a_window_has_its_revisions_runs_and_skips() {
        Job job = open.create(samples.job(samples.jobId()));
        Job claimed = open.write(samples.claim(OpenStore.EPOCH, open.write(samples.claim(OpenStore.EPOCH, job))));
        Job skipping = claimed.planned(minute(5), minute(6), minute(6), samples.writeId());
        SkipRange skip = new SkipRange(job.id(), 1, minute(3), minute(5), 3, SkipReason.MISFIRE);
        Job last = open.write(Samples.change(OpenStore.EPOCH, claimed, skipping, List.of(), List.of(skip)));

        JobAccounts all = accounts(job, NOW, minute(60), 100);
        assertThat(all.job()).isEqualTo(last);
        assertThat(all.revisions()).extracting(Revision::revision).containsExactly(1L);
        assertThat(all.revisions().get(0).nominalFrom()).isEqualTo(NOW);
        assertThat(all.runs()).extracting(Run::nominalAt).containsExactly(minute(1), minute(2));
        assertThat(all.skips()).containsExactly(skip);
        assertThat(all.completeTo()).isEqualTo(minute(60));

        JobAccounts inside = accounts(job, minute(4), minute(5), 100);
        assertThat(inside.runs()).isEmpty();
        assertThat(inside.skips()).containsExactly(skip);
        assertThat(accounts(job, minute(6), minute(60), 100).skips()).isEmpty();
    }

    @Test
    void a_window_with_too_many_rows_says_how_far_it_goes() {
        Job job = open.create(samples.job(samples.jobId()));
        for (int i = 0; i < 5; i++) {
            job = open.write(samples.claim(OpenStore.EPOCH, job));
        }
        JobAccounts page = accounts(job, NOW, minute(60), 3);
        assertThat(page.runs()).extracting(Run::nominalAt).containsExactly(minute(1), minute(2), minute(3));
        assertThat(page.completeTo()).isEqualTo(minute(3).plusMillis(1));
        assertThat(accounts(job, page.completeTo(), minute(60), 3).runs())
                .extracting(Run::nominalAt)
                .containsExactly(minute(4), minute(5));
    }

    @Test
    void too_many_skips_end_a_page_as_well() {
        Job job = open.create(samples.job(samples.jobId()));
        for (int i = 1; i <= 4; i++) {
            Job next = job.planned(minute(i), minute(i + 1), minute(i + 1), samples.writeId());
            SkipRange skip = new SkipRange(job.id(), 1, minute(i), minute(i), 1, SkipReason.OVERLAP);
            job = open.write(Samples.change(OpenStore.EPOCH, job, next, List.of(), List.of(skip)));
        }
        JobAccounts page = accounts(job, NOW, minute(60), 2);
        assertThat(page.skips()).hasSize(2);
        assertThat(page.completeTo()).isEqualTo(minute(3));
    }

    @Test
    void manual_runs_are_no_part_of_it() {
        Job job = open.create(samples.job(samples.jobId()));
        Run run = Samples.run(job, minute(1), samples.writeId());
        Run manual = Run.claimed(
                RunId.of(job.id(), minute(1), Trigger.MANUAL, "r"),
                job.id(),
                1,
                Trigger.MANUAL,
                run.ownerId(),
                run.pool(),
                minute(1),
                minute(1),
                samples.writeId());
        Job next = job.planned(NOW, minute(1), minute(1), samples.writeId());
        open.write(new JobWrite(
                OpenStore.EPOCH,
                job.version(),
                new JobChange(next, false, List.of(new NewRun(manual, null, "r")), List.of(), List.of())));
        assertThat(accounts(job, NOW, minute(60), 10).runs()).isEmpty();
    }

    @Test
    void the_revision_of_a_deleted_job_ends_with_it() {
        Job job = open.create(samples.job(samples.jobId()));
        Job gone = job.changed(JobStatus.DELETED, minute(2), null, null, samples.writeId());
        open.write(Samples.change(OpenStore.EPOCH, job, gone, List.of(), List.of()));
        assertThat(accounts(job, NOW, minute(60), 10).revisions())
                .extracting(Revision::nominalTo)
                .containsExactly(minute(2));
        assertThat(accounts(job, minute(3), minute(60), 10).revisions()).isEmpty();
    }

    @Test
    void jobs_of_others_are_not_there() {
        Job job = open.create(samples.job(samples.jobId(), Samples.definition("job", null, "acme")));
        assertThat(ledger.accounts(new Principal("eve", "other"), job.id(), NOW, minute(1), 10))
                .isEmpty();
        assertThat(ledger.accounts(new Principal("alice", "acme"), job.id(), NOW, minute(1), 10))
                .isPresent();
        assertThat(ledger.accounts(ANYONE, samples.jobId(), NOW, minute(1), 10)).isEmpty();
    }

    @Test
    void a_recount_walks_over_all_definitions_and_finds_their_rows() {
        Job one = open.create(samples.job(samples.jobId()));
        Job other = open.create(samples.job(samples.jobId()));
        Job claimed = open.write(samples.claim(OpenStore.EPOCH, open.write(samples.claim(OpenStore.EPOCH, one))));
        SkipRange skip = new SkipRange(one.id(), 1, minute(3), minute(50), 48, SkipReason.MISFIRE);
        open.write(Samples.change(
                OpenStore.EPOCH,
                claimed,
                claimed.planned(minute(50), minute(51), minute(51), samples.writeId()),
                List.of(),
                List.of(skip)));

        List<RevisionKey> keys = new ArrayList<>(ledger.revisionsAfter(null, 1));
        keys.addAll(ledger.revisionsAfter(keys.get(0), 10));
        assertThat(keys).extracting(RevisionKey::job).containsExactlyInAnyOrder(one.id(), other.id());
        assertThat(ledger.revisionsAfter(keys.get(1), 10)).isEmpty();

        assertThat(ledger.revisions(keys, minute(1), minute(2)))
                .extracting(JobRevision::job)
                .containsExactlyInAnyOrder(one.id(), other.id());
        assertThat(ledger.revisions(keys, NOW.minusSeconds(60), NOW)).isEmpty();

        List<Marks> marks = ledger.marks(List.of(
                new Slice(other.id(), NOW, minute(60)),
                new Slice(one.id(), NOW, minute(2)),
                new Slice(one.id(), minute(2), minute(10)),
                new Slice(one.id(), minute(51), minute(60))));
        assertThat(marks.get(0)).isEqualTo(new Marks(List.of(), List.of()));
        assertThat(marks.get(1).runs()).contains(new RunMark(1, minute(1)));
        assertThat(marks.get(1).skips()).isEmpty();
        assertThat(marks.get(2)).isEqualTo(new Marks(List.of(new RunMark(1, minute(2))), List.of(skip)));
        assertThat(marks.get(3)).isEqualTo(new Marks(List.of(), List.of()));
    }

    @Test
    void shards_that_owe_something_of_an_hour_are_told() {
        Job job = open.create(samples.job(samples.jobId()));
        Set<Integer> shards = Set.of(job.shard(), (job.shard() + 1) % 256);
        assertThat(ledger.shardsOwing(shards, minute(2), minute(12))).containsExactly(job.shard());
        assertThat(ledger.shardsOwing(shards, minute(1), minute(12))).isEmpty();
    }

    private JobAccounts accounts(Job job, Instant from, Instant to, int limit) {
        return ledger.accounts(ANYONE, job.id(), from, to, limit).orElseThrow();
    }

    private static Instant minute(int n) {
        return NOW.plusSeconds(60L * n);
    }
}
