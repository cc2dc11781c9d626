package io.carillon.persistence.commit;

import static io.carillon.domain.store.RowOutcome.ALREADY_APPLIED;
import static io.carillon.domain.store.RowOutcome.APPLIED;
import static io.carillon.domain.store.RowOutcome.EPOCH_LOST;
import static io.carillon.domain.store.RowOutcome.NOT_TRIED;
import static io.carillon.domain.store.RowOutcome.VERSION_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.fixture.FailingDataSource;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.jdbc.Pools;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Merged calls of job changes: each call all or nothing, each row with its answer. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class JobBatchWriterTest {

    private static final long EPOCH = 7;

    private final Samples samples = new Samples(11);
    private final TestDatabase database;
    private final Pools pools;
    private final JobBatchWriter writer;

    JobBatchWriterTest(TestDatabase database) {
        this.database = database;
        this.pools = new Pools(database.settings());
        this.writer = new JobBatchWriter(pools.writes(), Samples.EXACT);
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE jobs, job_revisions, job_state, runs, run_payloads, run_requests, skips");
        database.execute("UPDATE shards SET epoch = " + EPOCH);
    }

    @AfterEach
    void close() {
        pools.close();
    }

    @Test
    void a_creation_writes_identity_revision_and_state() {
        Job job = samples.job(samples.jobId());

        assertThat(write(call(Samples.create(EPOCH, job)))).containsExactly(List.of(APPLIED));

        assertThat(database.column("SELECT owner_id || name || status || revision || version FROM jobs"))
                .containsExactly("defaultjob011");
        assertThat(database.column("SELECT payload FROM job_revisions WHERE nominal_from = '" + job.plannedThrough()
                        + "' AND nominal_to IS NULL"))
                .containsExactly("\\x7b226e223a317d");
        assertThat(database.column("SELECT next_due_at FROM job_state WHERE shard = " + job.shard()))
                .containsExactly("2026-11-29 12:01:00+00");
    }

    @Test
    void a_job_that_somebody_else_holds_is_named_and_the_other_calls_go_through() throws SQLException {
        Job held = created();
        Job beside = created();
        Job free = created();
        JobWrite claim = samples.claim(EPOCH, held);
        try (Connection console = database.dataSource().getConnection()) {
            console.setAutoCommit(false);
            try (Statement statement = console.createStatement()) {
                statement.execute(
                        "SELECT FROM job_state WHERE job_id = '" + held.id().value() + "' FOR UPDATE");
            }
            assertThat(write(call(claim, samples.claim(EPOCH, beside)), call(samples.claim(EPOCH, free))))
                    .containsExactly(List.of(LockedRows.REFUSAL, NOT_TRIED), List.of(APPLIED));
            console.rollback();
        }
        assertThat(write(call(claim))).containsExactly(List.of(APPLIED));
    }

    @Test
    void a_claim_moves_the_job_and_makes_its_run() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);

        assertThat(write(call(claim))).containsExactly(List.of(APPLIED));

        assertThat(versionOf(job)).isEqualTo(2);
        assertThat(database.column("SELECT run_id FROM runs WHERE version = 1 AND state = 0 AND ended_at IS NULL"))
                .containsExactly(runOf(claim).id().toString());
    }

    @Test
    void a_run_that_makes_up_for_a_gap_is_written_as_one() {
        Job job = created();
        JobWrite punctual = samples.claim(EPOCH, job);
        JobChange change = punctual.change();
        List<NewRun> late = change.newRuns().stream()
                .map(run -> NewRun.owed(run.run().asMakingUp()))
                .toList();
        JobWrite claim = new JobWrite(
                EPOCH, punctual.expectedVersion(), new JobChange(change.job(), false, late, List.of(), List.of()));

        assertThat(write(call(claim))).containsExactly(List.of(APPLIED));

        assertThat(database.column("SELECT reason FROM runs WHERE version = 1")).containsExactly("catching_up");
    }

    @Test
    void a_change_decided_on_an_older_version_is_refused_and_nothing_of_its_call_is_written() {
        Job stale = created();
        write(call(samples.claim(EPOCH, stale)));
        Job other = created();

        assertThat(write(call(samples.claim(EPOCH, other), samples.claim(EPOCH, stale))))
                .containsExactly(List.of(NOT_TRIED, VERSION_LOST));

        assertThat(versionOf(other)).isEqualTo(1);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void a_refused_call_does_not_take_the_others_of_its_batch_with_it() {
        Job stale = created();
        write(call(samples.claim(EPOCH, stale)));
        Job first = created();
        Job second = created();
        Job third = created();

        assertThat(write(
                        call(samples.claim(EPOCH, first)),
                        call(samples.claim(EPOCH, second), samples.claim(EPOCH, stale)),
                        call(samples.claim(EPOCH, third))))
                .containsExactly(List.of(APPLIED), List.of(NOT_TRIED, VERSION_LOST), List.of(APPLIED));

        assertThat(List.of(versionOf(first), versionOf(second), versionOf(third)))
                .containsExactly(2L, 1L, 2L);
        assertThat(runs()).isEqualTo(3);
    }

    @Test
    void a_lost_epoch_is_told_from_a_lost_version() {
        Job job = created();
        Job created = samples.job(samples.jobId());
        database.execute("UPDATE shards SET epoch = epoch + 1");

        assertThat(write(call(samples.claim(EPOCH, job)), call(Samples.create(EPOCH, created))))
                .containsExactly(List.of(EPOCH_LOST), List.of(EPOCH_LOST));

        assertThat(versionOf(job)).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM jobs")).isEqualTo(1);
    }

    @Test
    void a_repeat_of_a_write_that_had_succeeded_is_already_applied() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);
        write(call(claim));

        assertThat(write(call(claim))).containsExactly(List.of(ALREADY_APPLIED));

        assertThat(versionOf(job)).isEqualTo(2);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void a_repeat_is_already_applied_even_after_the_epoch_was_lost() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);
        write(call(claim));
        database.execute("UPDATE shards SET epoch = epoch + 1");

        assertThat(write(call(claim))).containsExactly(List.of(ALREADY_APPLIED));
    }

    @Test
    void a_repeat_may_carry_new_writes_with_it() {
        Job known = created();
        Job fresh = created();
        JobWrite repeated = samples.claim(EPOCH, known);
        write(call(repeated));

        assertThat(write(call(repeated, samples.claim(EPOCH, fresh))))
                .containsExactly(List.of(ALREADY_APPLIED, APPLIED));
        assertThat(runs()).isEqualTo(2);
    }

    @Test
    void a_commit_whose_answer_was_lost_is_found_by_its_write_id() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);
        FailingDataSource failing = FailingDataSource.failsAfterExecution(pools.writes(), 1);
        Submission<JobWrite> lost = Submission.of(List.of(claim));

        assertThatThrownBy(() -> new JobBatchWriter(failing, Samples.EXACT).write(List.of(lost)))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(lost.answer()).isNotDone();
        assertThat(versionOf(job)).as("committed all the same").isEqualTo(2);

        assertThat(write(call(claim))).containsExactly(List.of(ALREADY_APPLIED));
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void a_row_the_database_refuses_is_named_and_the_others_of_its_batch_go_through() {
        Job good = created();
        Job bad = created();
        Job other = created();
        JobWrite refused = withRunOwnedBy(samples.claim(EPOCH, bad), "nul\0");

        List<List<RowOutcome>> outcomes = write(
                call(samples.claim(EPOCH, other)),
                call(samples.claim(EPOCH, good), refused),
                call(Samples.create(EPOCH, samples.job(samples.jobId()))));

        assertThat(outcomes.get(0)).containsExactly(APPLIED);
        assertThat(outcomes.get(1)).element(0).isEqualTo(NOT_TRIED);
        assertThat(outcomes.get(1).get(1).kind()).isEqualTo(RowOutcome.Kind.REJECTED);
        assertThat(outcomes.get(1).get(1).detail()).contains("invalid byte sequence");
        assertThat(outcomes.get(2)).containsExactly(APPLIED);
        assertThat(List.of(versionOf(good), versionOf(bad), versionOf(other))).containsExactly(1L, 1L, 2L);
    }

    @Test
    void every_guilty_row_of_a_call_is_found() {
        List<JobWrite> writes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            JobWrite claim = samples.claim(EPOCH, created());
            writes.add(i == 3 || i == 17 ? withRunOwnedBy(claim, "\0") : claim);
        }

        List<RowOutcome> outcomes = write(writes).get(0);

        for (int i = 0; i < 20; i++) {
            assertThat(outcomes.get(i).kind())
                    .isEqualTo(i == 3 || i == 17 ? RowOutcome.Kind.REJECTED : RowOutcome.Kind.NOT_TRIED);
        }
        assertThat(runs()).isZero();
    }

    @Test
    void a_key_of_another_job_is_taken() {
        Job holder = keyed("k", "owner");
        write(call(Samples.create(EPOCH, holder)));

        assertThat(write(
                        call(Samples.create(EPOCH, keyed("k", "owner"))),
                        call(Samples.create(EPOCH, keyed("k", "other")))))
                .containsExactly(List.of(takenBy(holder)), List.of(APPLIED));
        assertThat(database.number("SELECT count(*) FROM job_state")).isEqualTo(2);
    }

    @Test
    void of_two_creations_with_one_key_the_first_gets_it() {
        Job first = keyed("k", "o");
        assertThat(write(call(Samples.create(EPOCH, first)), call(Samples.create(EPOCH, keyed("k", "o")))))
                .containsExactly(List.of(APPLIED), List.of(takenBy(first)));
    }

    @Test
    void a_change_to_a_key_of_another_job_is_refused() {
        Job holder = keyed("k", "o");
        Job job = keyed("other", "o");
        write(call(Samples.create(EPOCH, holder)), call(Samples.create(EPOCH, job)));
        Job renamed = new Job(
                job.id(),
                2,
                job.status(),
                Samples.definition("job", "k", "o"),
                job.createdAt(),
                job.plannedThrough(),
                job.nextNominalAt(),
                job.nextDueAt(),
                2,
                samples.writeId());

        assertThat(write(call(Samples.change(EPOCH, job, renamed, List.of(), List.of()))))
                .containsExactly(List.of(takenBy(holder)));
    }

    private static RowOutcome takenBy(Job holder) {
        return RowOutcome.keyTaken(holder.id().toString());
    }

    @Test
    void a_deleted_job_gives_its_key_back_and_its_revision_ends() {
        Job job = keyed("k", "o");
        write(call(Samples.create(EPOCH, job)));
        Instant now = Samples.NOW.plusSeconds(30);
        Job deleted = job.changed(JobStatus.DELETED, now, null, null, samples.writeId());

        assertThat(write(call(Samples.change(EPOCH, job, deleted, List.of(), List.of()))))
                .containsExactly(List.of(APPLIED));
        assertThat(write(call(Samples.create(EPOCH, keyed("k", "o"))))).containsExactly(List.of(APPLIED));
        assertThat(database.column("SELECT nominal_to FROM job_revisions WHERE job_id = '" + job.id() + "'"))
                .containsExactly("2026-11-29 12:00:30+00");
    }

    @Test
    void a_new_revision_ends_the_one_before() {
        Job job = created();
        Instant now = Samples.NOW.plusSeconds(30);
        Job edited = new Job(
                job.id(),
                2,
                job.status(),
                Samples.definition("edited", null, "default"),
                job.createdAt(),
                now,
                null,
                null,
                2,
                samples.writeId());

        write(call(Samples.change(EPOCH, job, edited, List.of(), List.of())));

        assertThat(database.column("SELECT revision || ' ' || nominal_from || ' ' || coalesce(nominal_to::text, '-')"
                        + " FROM job_revisions ORDER BY revision"))
                .containsExactly("1 2026-11-29 12:00:00+00 2026-11-29 12:00:30+00", "2 2026-11-29 12:00:30+00 -");
        assertThat(database.column("SELECT name FROM jobs")).containsExactly("edited");
    }

    @Test
    void a_run_made_by_an_earlier_claim_is_left_as_it_is() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);
        write(call(claim));
        database.execute("UPDATE runs SET state = 1, attempt = 1, version = 2");
        database.execute("UPDATE job_state SET version = 1");

        assertThat(write(call(samples.claim(EPOCH, job)))).containsExactly(List.of(APPLIED));

        assertThat(database.column("SELECT state || ' ' || version FROM runs")).containsExactly("1 2");
        assertThat(versionOf(job)).isEqualTo(2);
    }

    @Test
    void a_run_id_that_names_another_occurrence_is_refused() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);
        write(call(claim));
        database.execute("UPDATE runs SET job_id = '" + samples.jobId() + "'");
        database.execute("UPDATE job_state SET version = 1");

        RowOutcome outcome = write(call(samples.claim(EPOCH, job))).get(0).get(0);

        assertThat(outcome.kind()).isEqualTo(RowOutcome.Kind.REJECTED);
        assertThat(outcome.detail()).contains("names another occurrence");
        assertThat(versionOf(job)).isEqualTo(1);
    }

    @Test
    void a_withdrawn_run_goes_only_at_the_version_it_was_seen_at() {
        Job job = created();
        JobWrite claim = samples.claim(EPOCH, job);
        write(call(claim));
        Job claimed = claim.change().job();
        Run run = runOf(claim);
        Job paused = claimed.changed(JobStatus.PAUSED, Samples.NOW, null, null, samples.writeId());

        assertThat(write(call(new JobWrite(
                        EPOCH,
                        2,
                        new JobChange(paused, true, List.of(), List.of(new RunRef(run.id(), 2)), List.of())))))
                .containsExactly(List.of(VERSION_LOST));
        assertThat(runs()).isEqualTo(1);

        assertThat(write(call(new JobWrite(
                        EPOCH,
                        2,
                        new JobChange(paused, true, List.of(), List.of(new RunRef(run.id(), 1)), List.of())))))
                .containsExactly(List.of(APPLIED));
        assertThat(runs()).isZero();
    }

    @Test
    void skips_are_written_with_the_plan() {
        Job job = created();
        SkipRange skip = new SkipRange(
                job.id(), 1, Samples.NOW.plusSeconds(60), Samples.NOW.plusSeconds(600), 10, SkipReason.PAUSED);
        Job next = job.changed(JobStatus.ACTIVE, Samples.NOW.plusSeconds(600), null, null, samples.writeId());

        write(call(Samples.change(EPOCH, job, next, List.of(), List.of(skip))));

        assertThat(database.column("SELECT n || ' ' || reason || ' ' || nominal_first FROM skips"))
                .containsExactly("10 2 2026-11-29 12:01:00+00");
    }

    @Test
    void a_request_names_one_run() {
        Job job = created();
        JobWrite first = triggered(job, "r-1", Samples.NOW);

        assertThat(write(call(first))).containsExactly(List.of(APPLIED));
        assertThat(database.column("SELECT convert_from(payload, 'UTF8') FROM run_payloads"))
                .containsExactly("[7]");
        assertThat(write(call(triggered(first.change().job(), "r-1", Samples.NOW.plusSeconds(1)))))
                .as("another run for the same request")
                .containsExactly(List.of(VERSION_LOST));
        assertThat(runs()).isEqualTo(1);
    }

    private JobWrite triggered(Job job, String request, Instant now) {
        UUID writeId = samples.writeId();
        RunId id = RunId.of(job.id(), now, Trigger.MANUAL, request);
        Run run = Run.claimed(id, job.id(), 1, Trigger.MANUAL, "default", "default", now, now, writeId);
        Job next = job.planned(job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId);
        NewRun newRun = new NewRun(run, Payload.ofJson("[7]"), request);
        return new JobWrite(EPOCH, job.version(), new JobChange(next, false, List.of(newRun), List.of(), List.of()));
    }

    private Job created() {
        Job job = samples.job(samples.jobId());
        assertThat(write(call(Samples.create(EPOCH, job)))).containsExactly(List.of(APPLIED));
        return job;
    }

    private Job keyed(String key, String owner) {
        return samples.job(samples.jobId(), Samples.definition("job", key, owner));
    }

    private static JobWrite withRunOwnedBy(JobWrite claim, String owner) {
        Run run = runOf(claim);
        Run bad = Run.claimed(
                run.id(),
                run.jobId(),
                run.revision(),
                run.trigger(),
                owner,
                run.pool(),
                run.nominalAt(),
                run.dueAt(),
                run.writeId());
        return new JobWrite(
                claim.epoch(),
                claim.expectedVersion(),
                new JobChange(claim.change().job(), false, List.of(NewRun.owed(bad)), List.of(), List.of()));
    }

    private static Run runOf(JobWrite claim) {
        return claim.change().newRuns().get(0).run();
    }

    private static List<JobWrite> call(JobWrite... writes) {
        return Arrays.asList(writes);
    }

    /** One merged batch. */
    @SafeVarargs
    private List<List<RowOutcome>> write(List<JobWrite>... calls) {
        List<Submission<JobWrite>> batch = new ArrayList<>();
        for (List<JobWrite> call : calls) {
            batch.add(Submission.of(call));
        }
        writer.write(batch);
        return batch.stream().map(call -> call.answer().join()).toList();
    }

    private long versionOf(Job job) {
        return Long.parseLong(Objects.requireNonNull(
                database.column("SELECT version FROM job_state WHERE job_id = '" + job.id() + "'")
                        .get(0)));
    }

    private long runs() {
        return database.number("SELECT count(*) FROM runs");
    }
}
