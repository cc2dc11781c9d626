package io.carillon.persistence.commit;

import static io.carillon.domain.store.RowOutcome.ALREADY_APPLIED;
import static io.carillon.domain.store.RowOutcome.APPLIED;
import static io.carillon.domain.store.RowOutcome.EPOCH_LOST;
import static io.carillon.domain.store.RowOutcome.VERSION_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
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
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Moves of runs: each on its own, whatever it was merged with. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class RunBatchWriterTest {

    private static final long EPOCH = 7;

    private final Samples samples = new Samples(12);
    private final TestDatabase database;
    private final Pools pools;
    private final RunBatchWriter writer;

    RunBatchWriterTest(TestDatabase database) {
        this.database = database;
        this.pools = new Pools(database.settings());
        this.writer = new RunBatchWriter(pools.writes());
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE jobs, job_revisions, job_state, runs, attempts, run_results, alert_outbox");
        database.execute("UPDATE shards SET epoch = " + EPOCH);
    }

    @AfterEach
    void close() {
        pools.close();
    }

    @Test
    void a_start_sets_attempt_worker_token_and_lease() {
        Run started = samples.started(claimed(), 40);

        assertThat(write(Samples.write(EPOCH, started))).containsExactly(APPLIED);

        assertThat(database.column("SELECT concat_ws(' ', state, attempt, worker_id, fencing_token, started_at,"
                        + " lease_expires_at, version, write_id) FROM runs"))
                .containsExactly(
                        "1 1 worker-1 40 2026-11-29 12:01:00+00 2026-11-29 12:01:05+00 2 " + started.writeId());
    }

    @Test
    void of_many_rows_only_those_that_may_not_move_are_refused() {
        List<RunWrite> writes = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            writes.add(Samples.write(i == 2 ? EPOCH - 1 : EPOCH, samples.started(claimed(), 10 + i)));
        }
        write(writes.get(4));
        writes.set(
                4,
                Samples.write(EPOCH, samples.started(claimedLike(writes.get(4).run()), 50)));

        assertThat(write(writes.toArray(RunWrite[]::new)))
                .containsExactly(
                        APPLIED, APPLIED, EPOCH_LOST, APPLIED, VERSION_LOST, APPLIED, APPLIED, APPLIED, APPLIED);
    }

    @Test
    void a_token_below_the_stored_one_is_refused() {
        Run claimed = claimed();
        database.execute("UPDATE runs SET fencing_token = 100");

        assertThat(write(Samples.write(EPOCH, samples.started(claimed, 99)))).containsExactly(VERSION_LOST);
        assertThat(write(Samples.write(EPOCH, samples.started(claimed, 100)))).containsExactly(APPLIED);
    }

    @Test
    void a_row_that_somebody_else_holds_is_passed_by_and_moves_when_it_is_free() throws SQLException {
        List<RunWrite> writes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            writes.add(Samples.write(EPOCH, samples.started(claimed(), 10 + i)));
        }
        try (Connection console = database.dataSource().getConnection()) {
            console.setAutoCommit(false);
            try (Statement statement = console.createStatement()) {
                statement.execute("SELECT FROM runs WHERE run_id = '"
                        + writes.get(3).run().id().value() + "' FOR UPDATE");
            }
            assertThat(write(writes.toArray(RunWrite[]::new)))
                    .containsExactly(APPLIED, APPLIED, APPLIED, LockedRows.REFUSAL, APPLIED);
            assertThat(write(writes.get(3))).as("alone").hasSize(1).noneMatch(RowOutcome::durable);
            console.rollback();
        }
        assertThat(write(writes.get(3))).containsExactly(APPLIED);
    }

    @Test
    void a_run_that_does_not_exist_is_lost() {
        Run claimed = claimed();
        database.execute("DELETE FROM runs");

        assertThat(write(Samples.write(EPOCH, samples.started(claimed, 1)))).containsExactly(VERSION_LOST);
    }

    @Test
    void a_repeat_of_a_move_that_had_succeeded_is_already_applied() {
        RunWrite start = Samples.write(EPOCH, samples.started(claimed(), 40));
        write(start);

        assertThat(write(start)).containsExactly(ALREADY_APPLIED);
        database.execute("UPDATE shards SET epoch = epoch + 1");
        assertThat(write(start)).as("under a lost epoch too").containsExactly(ALREADY_APPLIED);
    }

    @Test
    void the_same_row_twice_in_one_batch_moves_once() {
        RunWrite start = Samples.write(EPOCH, samples.started(claimed(), 40));

        assertThat(write(start, start)).containsExactly(APPLIED, ALREADY_APPLIED);
    }

    @Test
    void a_commit_whose_answer_was_lost_is_found_by_its_write_id() {
        RunWrite start = Samples.write(EPOCH, samples.started(claimed(), 40));
        Submission<RunWrite> lost = Submission.of(List.of(start));

        assertThatThrownBy(() -> new RunBatchWriter(FailingDataSource.failsAfterExecution(pools.writes(), 1))
                        .write(List.of(lost)))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(lost.answer()).isNotDone();

        assertThat(write(start)).containsExactly(ALREADY_APPLIED);
    }

    @Test
    void what_belongs_to_a_move_is_written_with_it_and_only_with_it() {
        Run failing = running(40);
        Run losing = running(41);
        database.execute("UPDATE runs SET version = version + 1 WHERE run_id = '" + losing.id() + "'");

        assertThat(write(dead(failing), dead(losing))).containsExactly(APPLIED, VERSION_LOST);

        assertThat(database.column("SELECT concat_ws(' ', run_id, fencing_token, attempt, end_code, error_type,"
                        + " error_message, coalesce(error_stack, '-')) FROM attempts"))
                .containsExactly(failing.id() + " 40 1 3 Boom it broke -");
        assertThat(database.column("SELECT concat_ws(' ', run_id, run_version, reason, tries) FROM alert_outbox"))
                .containsExactly(failing.id() + " 3 retries_exhausted 0");
    }

    @Test
    void a_repeat_adds_nothing_twice() {
        RunWrite dead = dead(running(40));
        write(dead);

        assertThat(write(dead)).containsExactly(ALREADY_APPLIED);

        assertThat(database.number("SELECT count(*) FROM attempts")).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM alert_outbox")).isEqualTo(1);
    }

    @Test
    void a_result_is_kept() {
        Run ended = samples.ended(running(40), RunState.SUCCEEDED, AttemptEnd.SUCCEEDED);

        assertThat(write(new RunWrite(EPOCH, ended, null, Payload.ofJson("{\"ok\":true}"), false)))
                .containsExactly(APPLIED);

        assertThat(database.column("SELECT convert_from(result, 'UTF8') FROM run_results"))
                .containsExactly("{\"ok\":true}");
        assertThat(database.column("SELECT ended_at FROM runs")).containsExactly("2026-11-29 12:01:01+00");
    }

    @Test
    void a_row_the_database_refuses_is_found_and_the_others_go_through() {
        List<RunWrite> writes = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            writes.add(Samples.write(EPOCH, samples.started(claimed(), 10 + i, i % 13 == 5 ? "w\0" : "w")));
        }

        List<RowOutcome> outcomes = write(writes.toArray(RunWrite[]::new));

        for (int i = 0; i < 30; i++) {
            if (i % 13 == 5) {
                assertThat(outcomes.get(i).kind()).isEqualTo(RowOutcome.Kind.REJECTED);
                assertThat(outcomes.get(i).detail()).contains("invalid byte sequence");
            } else {
                assertThat(outcomes.get(i)).isEqualTo(APPLIED);
            }
        }
        assertThat(database.number("SELECT count(*) FROM runs WHERE state = 1")).isEqualTo(28);
    }

    /** A start in a fresh page is a heap-only update; an end leaves the live index and is not. */
    @Test
    void starts_are_heap_only_updates() {
        List<RunWrite> starts = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            jobs.add(samples.job(samples.jobId()));
        }
        JobBatchWriter jobWriter = new JobBatchWriter(pools.writes(), Samples.EXACT);
        jobWriter.write(List.of(Submission.of(
                jobs.stream().map(job -> Samples.create(EPOCH, job)).toList())));
        List<JobWrite> claims =
                jobs.stream().map(job -> samples.claim(EPOCH, job)).toList();
        jobWriter.write(List.of(Submission.of(claims)));
        for (JobWrite claim : claims) {
            starts.add(Samples.write(
                    EPOCH, samples.started(claim.change().newRuns().get(0).run(), 5)));
        }

        database.execute("SELECT pg_stat_reset()");
        write(starts.toArray(RunWrite[]::new));
        pools.close();

        long updates = database.number("SELECT sum(n_tup_upd) FROM pg_stat_user_tables WHERE relname LIKE 'runs%'");
        long heapOnly =
                database.number("SELECT sum(n_tup_hot_upd) FROM pg_stat_user_tables WHERE relname LIKE 'runs%'");
        assertThat(updates).isEqualTo(2_000);
        assertThat(heapOnly).as("heap-only of 2,000 starts").isGreaterThan(1_900);
    }

    private RunWrite dead(Run running) {
        Run ended = samples.ended(running, RunState.DEAD, AttemptEnd.FAILED_FOR_GOOD);
        AttemptRecord attempt = new AttemptRecord(
                running.id(),
                running.fencingToken(),
                running.attempt(),
                Objects.requireNonNull(running.workerId()),
                Objects.requireNonNull(running.startedAt()),
                Instant.parse("2026-11-29T12:01:01Z"),
                AttemptEnd.FAILED_FOR_GOOD,
                new AttemptError("Boom", "it broke", null));
        return new RunWrite(EPOCH, ended, attempt, null, true);
    }

    private Run running(long token) {
        Run started = samples.started(claimed(), token);
        assertThat(write(Samples.write(EPOCH, started))).containsExactly(APPLIED);
        return started;
    }

    private Run claimed() {
        Job job = samples.job(samples.jobId());
        JobWrite claim = samples.claim(EPOCH, job);
        JobBatchWriter jobs = new JobBatchWriter(pools.writes(), Samples.EXACT);
        jobs.write(List.of(Submission.of(List.of(Samples.create(EPOCH, job)))));
        Submission<JobWrite> submission = Submission.of(List.of(claim));
        jobs.write(List.of(submission));
        assertThat(submission.answer().join()).containsExactly(APPLIED);
        return claim.change().newRuns().get(0).run();
    }

    /** The run as it was claimed, to decide on it once more. */
    private static Run claimedLike(Run run) {
        return Run.claimed(
                run.id(),
                run.jobId(),
                run.revision(),
                run.trigger(),
                run.ownerId(),
                run.pool(),
                run.nominalAt(),
                run.dueAt(),
                run.writeId());
    }

    private List<RowOutcome> write(RunWrite... writes) {
        List<Submission<RunWrite>> batch = new ArrayList<>();
        for (RunWrite write : writes) {
            batch.add(Submission.of(List.of(write)));
        }
        writer.write(batch);
        return batch.stream().map(call -> call.answer().join().get(0)).toList();
    }
}
