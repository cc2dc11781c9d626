package io.carillon.persistence.commit;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Timing;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.domain.store.RowOutcome;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class OwnerCountsTest {

    private final Samples samples = new Samples(92);
    private final TestDatabase database;
    private final OpenStore open;
    private final GroupCommitter otherMember;
    private final OwnerQuotas quotas;

    OwnerCountsTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.otherMember = open.store().startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT);
        this.quotas = open.store().quotas();
    }

    @AfterEach
    void close() {
        otherMember.close();
        open.close();
    }

    @Test
    void of_a_batch_as_many_are_made_as_there_is_room_for_and_each_of_the_others_hears_the_limit() {
        quotas.save(new OwnerQuota("a", null, 5, 1_000));

        List<RowOutcome> outcomes = get(open.writer().createJobs(creations("a", 8, Timing.DEFAULT)));

        assertThat(outcomes.subList(0, 5)).containsOnly(RowOutcome.APPLIED);
        assertThat(outcomes.subList(5, 8)).containsOnly(RowOutcome.jobsFull(5));
        assertThat(quotas.find("a").jobs()).isEqualTo(5);
        assertThat(jobsOf("a")).isEqualTo(5);
        assertThat(database.number("SELECT count(*) FROM job_revisions")).isEqualTo(5);
    }

    @Test
    void one_owners_limit_is_not_anothers() {
        quotas.save(new OwnerQuota("a", null, 0, 1_000));
        quotas.save(new OwnerQuota("b", null, 1, 1_000));
        List<JobWrite> writes = new ArrayList<>();
        for (String owner : List.of("a", "b", "c", "a", "b", "c")) {
            writes.addAll(creations(owner, 1, Timing.DEFAULT));
        }

        assertThat(get(open.writer().createJobs(writes)))
                .containsExactly(
                        RowOutcome.jobsFull(0),
                        RowOutcome.APPLIED,
                        RowOutcome.APPLIED,
                        RowOutcome.jobsFull(0),
                        RowOutcome.jobsFull(1),
                        RowOutcome.APPLIED);
    }

    @Test
    void members_that_make_jobs_of_all_shards_at_once_make_exactly_as_many_as_may_be() {
        quotas.save(new OwnerQuota("a", null, 100, 1_000));
        List<CompletableFuture<List<RowOutcome>>> asked = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            GroupCommitter member = i % 2 == 0 ? open.writer() : otherMember;
            asked.add(member.createJobs(creations("a", 1, Timing.DEFAULT)));
        }

        long made = asked.stream().filter(each -> get(each).get(0).durable()).count();

        assertThat(made).isEqualTo(100);
        assertThat(jobsOf("a")).isEqualTo(100);
        assertThat(quotas.find("a").jobs()).isEqualTo(100);
    }

    @Test
    void a_limit_that_is_set_while_jobs_are_made_misses_none_of_them() {
        for (int round = 0; round < 10; round++) {
            String owner = "a" + round;
            List<CompletableFuture<List<RowOutcome>>> asked = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                asked.add(open.writer().createJobs(creations(owner, 1, Timing.DEFAULT)));
                asked.add(otherMember.createJobs(creations(owner, 1, Timing.EXACT)));
                if (i == 10) {
                    quotas.save(new OwnerQuota(owner, null, 1_000, 1_000));
                }
            }
            asked.forEach(OpenStore::get);

            assertThat(quotas.find(owner))
                    .isEqualTo(new QuotaState(new OwnerQuota(owner, null, 1_000, 1_000), 80L, 40));
        }
    }

    @Test
    void a_deleted_job_makes_room() {
        quotas.save(new OwnerQuota("a", null, 1, 1));
        Job job = create(job("a", Timing.EXACT));
        assertThat(outcomeOf(job("a", Timing.EXACT))).isEqualTo(RowOutcome.jobsFull(1));

        open.write(Samples.change(EPOCH, job, deleted(job), List.of(), List.of()));

        assertThat(quotas.find("a").jobs()).isZero();
        assertThat(quotas.find("a").exactJobs()).isZero();
        assertThat(outcomeOf(job("a", Timing.EXACT))).isEqualTo(RowOutcome.APPLIED);
    }

    @Test
    void a_limit_below_what_there_is_lets_nothing_in_and_everything_out() {
        Job first = create(job("a", Timing.DEFAULT));
        create(job("a", Timing.DEFAULT));
        assertThat(quotas.save(new OwnerQuota("a", null, 1, 1_000)).jobs()).isEqualTo(2);

        assertThat(outcomeOf(job("a", Timing.DEFAULT))).isEqualTo(RowOutcome.jobsFull(1));
        open.write(Samples.change(EPOCH, first, deleted(first), List.of(), List.of()));
        assertThat(outcomeOf(job("a", Timing.DEFAULT))).isEqualTo(RowOutcome.jobsFull(1));

        quotas.save(OwnerQuota.ofAnyone("a"));
        assertThat(outcomeOf(job("a", Timing.DEFAULT))).isEqualTo(RowOutcome.APPLIED);
        assertThat(quotas.find("a").jobs()).isNull();
    }

    @Test
    void a_job_that_becomes_exact_counts_and_one_that_becomes_flexible_counts_no_more() {
        quotas.save(new OwnerQuota("a", null, null, 1));
        Job exact = create(job("a", Timing.EXACT));
        Job other = create(job("a", Timing.DEFAULT));
        Job wish = redefined(other, Timing.EXACT);

        assertThat(change(other, wish)).isEqualTo(RowOutcome.exactJobsFull(1));
        assertThat(quotas.find("a").exactJobs()).isEqualTo(1);
        assertThat(change(exact, redefined(exact, Timing.DEFAULT))).isEqualTo(RowOutcome.APPLIED);
        assertThat(quotas.find("a").exactJobs()).isZero();
        assertThat(change(other, wish)).isEqualTo(RowOutcome.APPLIED);
        assertThat(change(wish, redefined(wish, Timing.EXACT))).isEqualTo(RowOutcome.APPLIED);
        assertThat(quotas.find("a").exactJobs()).isEqualTo(1);
    }

    @Test
    void anyone_may_have_a_thousand_exact_jobs_and_any_number_of_others() {
        assertThat(get(open.writer().createJobs(creations("a", 1_000, Timing.EXACT))))
                .containsOnly(RowOutcome.APPLIED);

        assertThat(outcomeOf(job("a", Timing.EXACT))).isEqualTo(RowOutcome.exactJobsFull(1_000));
        assertThat(outcomeOf(job("a", Timing.DEFAULT))).isEqualTo(RowOutcome.APPLIED);
        assertThat(outcomeOf(job("b", Timing.EXACT))).isEqualTo(RowOutcome.APPLIED);
        assertThat(quotas.find("a")).isEqualTo(new QuotaState(new OwnerQuota("a", null, null, 1_000), null, 1_000));
    }

    @Test
    void what_is_written_again_is_not_counted_again() {
        quotas.save(new OwnerQuota("a", null, 10, 10));
        List<JobWrite> writes = creations("a", 4, Timing.EXACT);
        get(open.writer().createJobs(writes));

        assertThat(get(otherMember.createJobs(writes))).containsOnly(RowOutcome.ALREADY_APPLIED);
        assertThat(quotas.find("a").jobs()).isEqualTo(4);
        assertThat(quotas.find("a").exactJobs()).isEqualTo(4);
    }

    @Test
    void nothing_is_written_about_owners_without_a_limit() {
        get(open.writer().createJobs(creations("a", 4, Timing.DEFAULT)));

        assertThat(database.number("SELECT count(*) FROM owner_quotas")).isZero();
        assertThat(quotas.find("a")).isEqualTo(new QuotaState(OwnerQuota.ofAnyone("a"), null, 0));
    }

    private RowOutcome outcomeOf(Job job) {
        return get(open.writer().createJobs(List.of(Samples.create(EPOCH, job))))
                .get(0);
    }

    private Job create(Job job) {
        assertThat(outcomeOf(job)).isEqualTo(RowOutcome.APPLIED);
        return job;
    }

    private RowOutcome change(Job from, Job to) {
        return get(open.writer()
                        .writeJobs(from.shard(), List.of(Samples.change(EPOCH, from, to, List.of(), List.of()))))
                .get(0);
    }

    private Job deleted(Job job) {
        return job.changed(JobStatus.DELETED, Samples.NOW.plusSeconds(1), null, null, samples.writeId());
    }

    private Job redefined(Job job, Timing timing) {
        return new Job(
                job.id(),
                job.revision() + 1,
                job.status(),
                definition(job.definition().ownerId(), timing),
                job.createdAt(),
                job.plannedThrough(),
                job.nextNominalAt(),
                job.nextDueAt(),
                job.version() + 1,
                samples.writeId());
    }

    private List<JobWrite> creations(String owner, int n, Timing timing) {
        List<JobWrite> writes = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            writes.add(Samples.create(EPOCH, job(owner, timing)));
        }
        return writes;
    }

    private Job job(String owner, Timing timing) {
        return samples.job(samples.jobId(), definition(owner, timing));
    }

    private static JobDefinition definition(String owner, Timing timing) {
        JobDefinition plain = Samples.definition("job", null, owner);
        return new JobDefinition(
                plain.name(),
                plain.key(),
                owner,
                plain.schedule(),
                plain.payload(),
                plain.pool(),
                plain.handler(),
                plain.http(),
                plain.retry(),
                plain.timeout(),
                plain.startBefore(),
                plain.misfire(),
                plain.misfireAfter(),
                plain.overlap(),
                timing,
                plain.jitter(),
                plain.priority(),
                plain.startsAt(),
                plain.endsAt(),
                plain.labels());
    }

    private long jobsOf(String owner) {
        return database.number("SELECT count(*) FROM jobs WHERE owner_id = '" + owner + "' AND status <> 2");
    }
}
