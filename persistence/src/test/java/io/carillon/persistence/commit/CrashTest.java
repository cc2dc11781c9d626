package io.carillon.persistence.commit;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.domain.job.Job;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.fixture.Folders;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import io.carillon.persistence.jdbc.StoreSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * PostgreSQL is killed in the middle of claims and starts and started again. Writers repeat what has no answer, under the
 * same write ids, until it has one; then every claim and every start has happened once, and nothing by half.
 */
@Tag("postgres")
@Timeout(120)
class CrashTest {

    private static final int JOBS = 40;
    private static final int ROUNDS = 30;
    private static final int KILLS = 2;

    private final Samples samples = new Samples(51);
    private final TestTime time = new TestTime();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger repeats = new AtomicInteger();
    private final AtomicBoolean failed = new AtomicBoolean();
    private Path folder = Path.of("");

    @BeforeEach
    void make_a_folder() {
        folder = Folders.temporary("carillon-crash-");
    }

    @AfterEach
    void remove_it() {
        Folders.delete(folder);
    }

    @Test
    void nothing_is_lost_doubled_or_half_done() throws Exception {
        EmbeddedPostgresSettings where = EmbeddedPostgresSettings.in(folder).withBinaries(Folders.programs());
        EmbeddedPostgres server = EmbeddedPostgres.start(where);
        int port = server.port();
        TestDatabase database = new TestDatabase(server.jdbcUrl(), server.username(), server.password());
        try (DurableStore store = DurableStore.open(impatient(database));
                GroupCommitter writer = store.startWriter(time, CommitObserver.NONE, Samples.EXACT)) {
            store.migrate();
            database.execute("UPDATE shards SET epoch = " + EPOCH);
            List<CompletableFuture<Void>> owners = new ArrayList<>();
            for (int i = 0; i < JOBS; i++) {
                Job job = samples.job(samples.jobId());
                List<Step> steps = steps(job);
                owners.add(CompletableFuture.runAsync(
                        () -> drive(writer, job.shard(), steps),
                        task -> thread(task).start()));
            }
            for (int kill = 1; kill <= KILLS; kill++) {
                int enough = kill * JOBS * ROUNDS * 2 / (KILLS + 1);
                await().atMost(Duration.ofSeconds(60)).until(() -> failed.get() || answered.get() >= enough);
                server.kill();
                server = EmbeddedPostgres.start(where.withPort(port));
            }
            CompletableFuture.allOf(owners.toArray(CompletableFuture[]::new)).get(90, TimeUnit.SECONDS);

            assertThat(repeats.get()).as("writes that had no answer at first").isPositive();
            assertThat(database.number("SELECT count(*) FROM job_state WHERE version = " + (ROUNDS + 1)))
                    .isEqualTo(JOBS);
            assertThat(database.number("SELECT count(*) FROM runs")).isEqualTo((long) JOBS * ROUNDS);
            assertThat(database.number("SELECT count(*) FROM runs WHERE state = 1 AND attempt = 1 AND version = 2"
                            + " AND fencing_token > 0"))
                    .isEqualTo((long) JOBS * ROUNDS);
            assertThat(database.number("SELECT count(*) FROM jobs")).isEqualTo(JOBS);
            assertThat(database.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                    .isZero();
        } finally {
            server.close();
        }
    }

    /** A claim and the start of the run it makes. */
    private record Step(JobWrite claim, @Nullable RunWrite start) {}

    private List<Step> steps(Job first) {
        List<Step> steps = new ArrayList<>();
        Job job = first;
        steps.add(new Step(Samples.create(EPOCH, job), null));
        for (int i = 0; i < ROUNDS; i++) {
            JobWrite claim = samples.claim(EPOCH, job);
            RunWrite start = Samples.write(
                    EPOCH, samples.started(claim.change().newRuns().get(0).run(), 100L + i));
            steps.add(new Step(claim, start));
            job = claim.change().job();
        }
        return steps;
    }

    private void drive(GroupCommitter writer, int shard, List<Step> steps) {
        try {
            for (Step step : steps) {
                untilAnswered(() -> writer.writeJobs(shard, List.of(step.claim())));
                if (step.start() != null) {
                    untilAnswered(() -> writer.writeRuns(List.of(step.start())));
                }
            }
        } catch (Throwable e) {
            failed.set(true);
            throw e;
        }
    }

    /** Asks again after a pause, as the shards' loops do. */
    private void untilAnswered(Supplier<CompletableFuture<List<RowOutcome>>> write) {
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            try {
                List<RowOutcome> outcomes = write.get().get(60, TimeUnit.SECONDS);
                assertThat(outcomes).hasSize(1).allMatch(RowOutcome::durable);
                answered.incrementAndGet();
                return true;
            } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(StoreUnavailableException.class);
                repeats.incrementAndGet();
                return false;
            }
        });
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "owner");
        thread.setDaemon(true);
        return thread;
    }

    private static StoreSettings impatient(TestDatabase database) {
        StoreSettings s = database.settings();
        return new StoreSettings(
                s.jdbcUrl(),
                s.username(),
                s.password(),
                2,
                2,
                s.writeStatementTimeout(),
                s.writeSocketTimeout(),
                s.readStatementTimeout(),
                s.readSocketTimeout(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                1_000,
                10_000,
                s.runLinger());
    }
}
