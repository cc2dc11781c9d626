package io.carillon.persistence.mapstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.job.Job;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.commit.CommitObserver;
import io.carillon.persistence.commit.GroupCommitter;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class JobMapStoreTest {

    private static final int SHARD = 3;
    private static final long EPOCH = 7;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Samples samples = new Samples(13);
    private final TestDatabase database;
    private final DurableStore store;
    private final CountingWriter writer;
    private final BatchRegistry batches = new BatchRegistry();
    private final JobMapStore jobs;
    private final RunMapStore runs;

    JobMapStoreTest(TestDatabase database) {
        this.database = database;
        this.store = DurableStore.open(database.settings());
        this.writer = new CountingWriter(store.startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT));
        this.jobs = new JobMapStore(store.shardStore(), writer, batches, TIMEOUT);
        this.runs = new RunMapStore(store.shardStore(), TIMEOUT);
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE jobs, job_revisions, job_state, runs");
        database.execute("UPDATE shards SET epoch = " + EPOCH);
    }

    @AfterEach
    void close() {
        writer.target.close();
        store.close();
    }

    @Test
    void the_first_value_writes_the_whole_batch_and_the_others_find_it_done() {
        List<JobWrite> writes = creations(5);
        UUID writeId = writes.get(0).change().job().writeId();
        CompletableFuture<List<RowOutcome>> outcome = batches.register(writeId, SHARD, writes);

        jobs.store(idOf(writes, 0), pending(writes, 0));

        assertThat(database.number("SELECT count(*) FROM jobs")).isEqualTo(5);
        for (int i = 1; i < 5; i++) {
            jobs.store(idOf(writes, i), pending(writes, i));
        }
        assertThat(writer.calls).hasValue(1);
        assertThat(outcome).isCompletedWithValueMatching(all -> all.stream().allMatch(RowOutcome::durable));
    }

    @Test
    void values_stored_at_once_by_many_threads_make_one_write() throws Exception {
        List<JobWrite> writes = creations(8);
        register(writes);
        List<CompletableFuture<Void>> stores = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int at = i;
            stores.add(CompletableFuture.runAsync(() -> jobs.store(idOf(writes, at), pending(writes, at))));
        }

        CompletableFuture.allOf(stores.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);

        assertThat(writer.calls).hasValue(1);
    }

    @Test
    void a_durable_value_is_not_written() {
        jobs.store(samples.jobId(), JobEntry.durable(samples.job(samples.jobId(SHARD))));

        assertThat(writer.calls).hasValue(0);
    }

    @Test
    void a_value_that_nobody_here_decided_is_refused() {
        Job job = samples.job(samples.jobId(SHARD));

        assertThatThrownBy(() -> jobs.store(job.id(), JobEntry.pending(job)))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining(job.id().toString())
                .hasMessageContaining("its owner has changed");
    }

    @Test
    void a_closed_batch_is_refused() {
        List<JobWrite> writes = creations(1);
        UUID writeId = writes.get(0).change().job().writeId();
        register(writes);
        batches.close(writeId);

        assertThatThrownBy(() -> jobs.store(idOf(writes, 0), pending(writes, 0)))
                .isInstanceOf(StoreRefusedException.class);
        assertThat(batches.open()).isZero();
    }

    @Test
    void a_refused_batch_names_the_guilty_keys() {
        List<JobWrite> writes = creations(3);
        register(writes);
        jobs.store(idOf(writes, 0), pending(writes, 0));
        List<JobWrite> again = new ArrayList<>(creations(1));
        UUID writeId = again.get(0).change().job().writeId();
        Job taken = writes.get(1).change().job();
        Job impostor = new Job(
                taken.id(),
                1,
                taken.status(),
                taken.definition(),
                taken.createdAt(),
                taken.plannedThrough(),
                taken.nextNominalAt(),
                taken.nextDueAt(),
                1,
                writeId);
        again.add(Samples.create(EPOCH, impostor));
        register(again);

        assertThatThrownBy(() -> jobs.store(idOf(again, 0), pending(again, 0)))
                .isInstanceOf(StoreRefusedException.class)
                .hasMessageContaining(taken.id() + " VERSION_LOST")
                .hasMessageNotContaining("NOT_TRIED");
    }

    @Test
    void an_unknown_outcome_is_said_to_be_unknown() {
        List<JobWrite> writes = creations(1);
        register(writes);
        writer.unavailable = true;

        assertThatThrownBy(() -> jobs.store(idOf(writes, 0), pending(writes, 0)))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void a_batch_is_registered_once_and_carries_its_id() {
        List<JobWrite> writes = creations(1);
        UUID writeId = writes.get(0).change().job().writeId();
        register(writes);

        assertThatThrownBy(() -> batches.register(writeId, SHARD, writes)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batches.register(samples.writeId(), SHARD, writes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not carry");
    }

    @Test
    void jobs_are_loaded_as_durable_and_never_by_listing_them_all() {
        List<JobWrite> writes = creations(2);
        register(writes);
        jobs.store(idOf(writes, 0), pending(writes, 0));
        Job job = writes.get(0).change().job();

        assertThat(jobs.load(job.id())).isEqualTo(JobEntry.durable(job));
        assertThat(jobs.load(samples.jobId())).isNull();
        assertThat(jobs.loadAll(List.of(job.id(), idOf(writes, 1), samples.jobId())))
                .hasSize(2);
        assertThat(jobs.loadAllKeys()).isNull();
    }

    @Test
    void deleting_an_entry_deletes_no_row() {
        List<JobWrite> writes = creations(1);
        register(writes);
        jobs.store(idOf(writes, 0), pending(writes, 0));

        jobs.delete(idOf(writes, 0));
        jobs.deleteAll(List.of(idOf(writes, 0)));

        assertThat(jobs.load(idOf(writes, 0))).isNotNull();
    }

    @Test
    void live_runs_are_loaded_and_ended_ones_are_absent() throws Exception {
        Job job = samples.job(samples.jobId(SHARD));
        JobWrite claim = samples.claim(EPOCH, job);
        get(writer.writeJobs(SHARD, List.of(Samples.create(EPOCH, job))));
        get(writer.writeJobs(SHARD, List.of(claim)));
        Run run = claim.change().newRuns().get(0).run();

        assertThat(runs.load(run.id())).isEqualTo(RunEntry.durable(run));

        Run started = samples.started(run, 1);
        get(writer.writeRuns(List.of(Samples.write(EPOCH, started))));
        assertThat(runs.load(run.id())).isEqualTo(RunEntry.durable(started));

        Run ended = samples.ended(started, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED);
        get(writer.writeRuns(List.of(Samples.write(EPOCH, ended))));
        assertThat(runs.load(run.id())).isNull();
        runs.delete(run.id());
        assertThat(database.number("SELECT count(*) FROM runs")).isEqualTo(1);
    }

    @Test
    void a_run_that_is_not_durable_is_refused() {
        Run run = Samples.run(samples.job(samples.jobId()), Samples.NOW, samples.writeId());

        runs.store(run.id(), RunEntry.durable(run));
        assertThatThrownBy(() -> runs.store(run.id(), new RunEntry(run, false)))
                .isInstanceOf(StoreRefusedException.class);
    }

    private void register(List<JobWrite> writes) {
        var unused = batches.register(writes.get(0).change().job().writeId(), SHARD, writes);
    }

    /** Creations that share a write id, as a batch does. */
    private List<JobWrite> creations(int count) {
        UUID writeId = samples.writeId();
        List<JobWrite> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Job job = samples.job(samples.jobId(SHARD));
            writes.add(Samples.create(
                    EPOCH,
                    new Job(
                            job.id(),
                            1,
                            job.status(),
                            job.definition(),
                            job.createdAt(),
                            job.plannedThrough(),
                            job.nextNominalAt(),
                            job.nextDueAt(),
                            1,
                            writeId)));
        }
        return writes;
    }

    private static io.carillon.domain.id.JobId idOf(List<JobWrite> writes, int i) {
        return writes.get(i).change().job().id();
    }

    private static JobEntry pending(List<JobWrite> writes, int i) {
        return JobEntry.pending(writes.get(i).change().job());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    /** Counts what passes, and can be away. */
    private static final class CountingWriter implements RowWriter {
        private final GroupCommitter target;
        private final AtomicInteger calls = new AtomicInteger();
        private volatile boolean unavailable;

        CountingWriter(GroupCommitter target) {
            this.target = target;
        }

        @Override
        public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
            calls.incrementAndGet();
            return unavailable
                    ? CompletableFuture.failedFuture(
                            new StoreUnavailableException("away", new IllegalStateException("away")))
                    : target.writeJobs(shard, writes);
        }

        @Override
        public CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
            return target.writeRuns(writes);
        }
    }
}
