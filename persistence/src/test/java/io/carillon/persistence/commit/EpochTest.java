package io.carillon.persistence.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.ShardStore;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An owner that writes on and on, and another that takes its shard in the middle of it: once the new epoch is known,
 * nothing of the old owner's comes true any more, so what the new owner loads then is the whole truth.
 */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class EpochTest {

    private static final int SHARD = 42;
    private static final int JOBS = 24;
    private static final int ROUNDS = 12;

    private final TestDatabase database;

    EpochTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void empty() {
        database.execute("TRUNCATE jobs, job_revisions, job_state, runs, attempts, run_results, alert_outbox");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Timeout(60)
    void after_a_raise_and_a_load_no_write_of_the_old_epoch_comes_true(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Samples samples = new Samples(seed);
        TestTime time = new TestTime();
        try (DurableStore oldStore = DurableStore.open(database.settings());
                DurableStore newStore = DurableStore.open(database.settings());
                GroupCommitter oldWriter = oldStore.startWriter(time, CommitObserver.NONE, Samples.EXACT)) {
            ShardStore shards = newStore.shardStore();
            long epoch = gained(shards);
            List<Job> jobs = new ArrayList<>();
            for (int i = 0; i < JOBS; i++) {
                jobs.add(samples.job(samples.jobId(SHARD)));
            }
            get(oldWriter.writeJobs(
                    SHARD, jobs.stream().map(job -> Samples.create(epoch, job)).toList()));

            for (int round = 0; round < ROUNDS; round++) {
                long current = round == 0 ? epoch : gained(shards);
                oneTakeOver(random, samples, oldWriter, shards, current);
            }
        }
    }

    /** The old owner's writes are under way, of both kinds, when the shard is taken. */
    private void oneTakeOver(
            SplittableRandom random, Samples samples, GroupCommitter oldWriter, ShardStore shards, long epoch)
            throws Exception {
        List<Job> jobs = get(shards.loadDueJobs(Set.of(SHARD), Samples.NOW, Samples.NOW.plusSeconds(86_400), 1_000));
        List<LiveRun> live = get(shards.loadLiveRuns(Set.of(SHARD), 1_000));
        assertThat(jobs).hasSize(JOBS);
        List<CompletableFuture<List<RowOutcome>>> claims = new ArrayList<>();
        List<JobWrite> claimed = new ArrayList<>();
        CompletableFuture<List<RowOutcome>> starts = CompletableFuture.completedFuture(List.of());
        CompletableFuture<Map<Integer, Long>> raise = null;
        int raiseAt = random.nextInt(JOBS + 1);
        for (int i = 0; i <= JOBS; i++) {
            if (i == raiseAt) {
                raise = shards.gain(Set.of(SHARD), "new");
            }
            if (i < JOBS) {
                JobWrite claim = samples.claim(epoch, jobs.get(i));
                claimed.add(claim);
                claims.add(oldWriter.writeJobs(SHARD, List.of(claim)));
            }
            if (i == JOBS / 2) {
                starts = oldWriter.writeRuns(live.stream()
                        .map(LiveRun::run)
                        .filter(run -> run.state() == RunState.WAITING)
                        .map(run -> Samples.write(epoch, samples.started(run, 1)))
                        .toList());
            }
        }
        get(Objects.requireNonNull(raise));

        // What is so right after the raise ...
        Map<Object, Long> versionsAtRaise = versions(shards);
        for (CompletableFuture<List<RowOutcome>> claim : claims) {
            get(claim);
        }
        get(starts);
        // ... is still so when the last of the old owner's writes has been answered.
        assertThat(versions(shards)).isEqualTo(versionsAtRaise);
        for (int i = 0; i < JOBS; i++) {
            boolean applied = get(claims.get(i)).get(0).durable();
            long version =
                    Objects.requireNonNull(versionsAtRaise.get(jobs.get(i).id()));
            assertThat(version).isEqualTo(jobs.get(i).version() + (applied ? 1 : 0));
            Run run = claimed.get(i).change().newRuns().get(0).run();
            assertThat(versionsAtRaise.containsKey(run.id())).isEqualTo(applied);
        }
    }

    private static Map<Object, Long> versions(ShardStore shards) throws Exception {
        Map<Object, Long> versions = new HashMap<>();
        for (Job job : get(shards.loadDueJobs(Set.of(SHARD), Samples.NOW, Samples.NOW.plusSeconds(86_400), 1_000))) {
            versions.put(job.id(), job.version());
        }
        for (LiveRun run : get(shards.loadLiveRuns(Set.of(SHARD), 10_000))) {
            versions.put(run.run().id(), run.run().version());
        }
        return versions;
    }

    private static long gained(ShardStore shards) throws Exception {
        return Objects.requireNonNull(get(shards.gain(Set.of(SHARD), "old")).get(SHARD));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }
}
