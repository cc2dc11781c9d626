package io.carillon.persistence.commit;

import static io.carillon.domain.store.RowOutcome.APPLIED;
import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.job.Job;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import io.carillon.persistence.jdbc.StoreSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The write path as a whole: queues, threads, merging. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class GroupCommitterTest {

    private final Samples samples = new Samples(41);
    private final TestDatabase database;

    GroupCommitterTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void calls_that_wait_share_a_commit() throws Exception {
        record Written(int calls, int rows) {}
        ConcurrentLinkedQueue<Written> written = new ConcurrentLinkedQueue<>();
        try (OpenStore open = new OpenStore(database);
                DurableStore store = DurableStore.open(database.settings());
                GroupCommitter writer = store.startWriter(
                        new TestTime(),
                        (kind, calls, rows, took) -> written.add(new Written(calls, rows)),
                        Samples.EXACT)) {
            List<Job> jobs = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                jobs.add(samples.job(samples.jobId()));
            }
            List<CompletableFuture<List<RowOutcome>>> answers = new ArrayList<>();
            // Somebody looks at the epochs for a while: the first batch waits, the others queue up behind it.
            try (Connection holder = database.dataSource().getConnection();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                statement.execute("LOCK TABLE job_state IN SHARE MODE");
                for (Job job : jobs) {
                    answers.add(writer.writeJobs(job.shard(), List.of(Samples.create(EPOCH, job))));
                }
                holder.rollback();
            }
            for (CompletableFuture<List<RowOutcome>> answer : answers) {
                assertThat(get(answer)).containsExactly(APPLIED);
            }
            assertThat(open.writer().queuedRows()).isZero();
        }
        assertThat(written.stream().mapToInt(Written::rows).sum()).isEqualTo(300);
        assertThat(written.size()).isLessThan(100);
        assertThat(database.number("SELECT count(*) FROM job_state")).isEqualTo(300);
    }

    @Test
    void a_full_queue_refuses_at_once() {
        StoreSettings small = withQueue(5);
        try (OpenStore open = new OpenStore(database);
                DurableStore store = DurableStore.open(small);
                GroupCommitter writer = store.startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT)) {
            List<JobWrite> writes = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                writes.add(Samples.create(EPOCH, samples.job(samples.jobId(1))));
            }

            assertThatThrownBy(() -> writer.writeJobs(1, writes).get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("full");
            assertThat(get(writer.writeJobs(1, writes.subList(0, 5))))
                    .hasSize(5)
                    .containsOnly(APPLIED);
            assertThat(open.writer().queuedRows()).isZero();
        }
    }

    @Test
    void what_a_closed_writer_is_given_stays_open() {
        try (DurableStore store = DurableStore.open(database.settings())) {
            GroupCommitter writer = store.startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT);
            writer.close();

            assertThatThrownBy(() -> writer.writeJobs(1, List.of(Samples.create(EPOCH, samples.job(samples.jobId(1)))))
                            .get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StoreUnavailableException.class);
        }
    }

    @Test
    void a_statement_that_takes_too_long_leaves_the_outcome_open_and_may_be_repeated() throws SQLException {
        StoreSettings quick = withStatementTimeout(Duration.ofMillis(300));
        Job job = samples.job(samples.jobId());
        try (OpenStore open = new OpenStore(database);
                DurableStore store = DurableStore.open(quick);
                GroupCommitter writer = store.startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT)) {
            try (Connection holder = database.dataSource().getConnection();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                statement.execute("LOCK TABLE job_state IN SHARE MODE");
                assertThatThrownBy(() -> writer.writeJobs(job.shard(), List.of(Samples.create(EPOCH, job)))
                                .get(10, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("timeout");
                holder.rollback();
            }

            assertThat(get(writer.writeJobs(job.shard(), List.of(Samples.create(EPOCH, job)))))
                    .containsExactly(APPLIED);
            assertThat(open.writer().queuedRows()).isZero();
        }
    }

    @Test
    void a_programmers_mistake_is_told_at_once() {
        try (OpenStore open = new OpenStore(database)) {
            GroupCommitter writer = open.writer();
            Job job = samples.job(samples.jobId(1));
            JobWrite create = Samples.create(EPOCH, job);
            Run started = samples.started(Samples.run(job, Samples.NOW, samples.writeId()), 1);
            JobWrite notNew = new JobWrite(
                    EPOCH, 0, new JobChange(job, true, List.of(NewRun.owed(started)), List.of(), List.of()));

            assertThatThrownBy(() -> writer.writeJobs(2, List.of(create))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.writeJobs(1, List.of(create, create)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.writeJobs(1, List.of(notNew))).isInstanceOf(IllegalArgumentException.class);
            assertThat(get(writer.writeJobs(1, List.of()))).isEmpty();
        }
    }

    private StoreSettings withQueue(int rows) {
        StoreSettings s = database.settings();
        return new StoreSettings(
                s.jdbcUrl(),
                s.username(),
                s.password(),
                1,
                1,
                s.writeStatementTimeout(),
                s.writeSocketTimeout(),
                s.readStatementTimeout(),
                s.readSocketTimeout(),
                s.connectTimeout(),
                s.poolTimeout(),
                rows,
                rows,
                s.runLinger());
    }

    private StoreSettings withStatementTimeout(Duration timeout) {
        StoreSettings s = database.settings();
        return new StoreSettings(
                s.jdbcUrl(),
                s.username(),
                s.password(),
                1,
                1,
                timeout,
                s.writeSocketTimeout(),
                s.readStatementTimeout(),
                s.readSocketTimeout(),
                s.connectTimeout(),
                s.poolTimeout(),
                100,
                100,
                s.runLinger());
    }
}
