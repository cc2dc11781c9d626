package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.ForecastStore;
import io.carillon.domain.store.JobWrite;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgForecastStoreTest {

    private static final Instant NOW = Samples.NOW;

    private final Samples samples = new Samples(31);
    private final OpenStore open;
    private final ForecastStore store;
    private final TestDatabase database;

    PgForecastStoreTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.store = open.store().forecasts();
    }

    @AfterEach
    void close() {
        open.close();
    }

    /** What was read, in words. */
    private List<String> read(Set<Integer> shards, Instant now, Instant until, int openMax) {
        List<String> found = new ArrayList<>();
        store.read(shards, now, until, openMax, new ForecastStore.Rows() {
            @Override
            public void job(int shard, JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt) {
                found.add(shard + " job " + definition.name() + " planned " + seconds(plannedThrough) + " next "
                        + seconds(nextDueAt));
            }

            @Override
            public void unreadable(int shard, JobId job) {
                found.add(shard + " unreadable " + job);
            }

            @Override
            public void claimed(int shard, String pool, Instant minute, long runs) {
                assertThat(minute).isEqualTo(minute.truncatedTo(ChronoUnit.MINUTES));
                found.add(shard + " claimed " + pool + " " + runs);
            }

            @Override
            public void open(int shard, String pool, long runs) {
                found.add(shard + " open " + pool + " " + runs);
            }
        });
        return found;
    }

    private static long seconds(Instant at) {
        return at.getEpochSecond() - NOW.getEpochSecond();
    }

    @Test
    void jobs_are_read_up_to_the_end_of_the_window_with_what_they_are_planned_by() {
        open.create(samples.job(samples.jobId(1)));
        open.create(samples.job(samples.jobId(2)));
        Job paused = open.create(samples.job(samples.jobId(1)));
        open.write(Samples.change(
                EPOCH,
                paused,
                paused.changed(JobStatus.PAUSED, NOW, null, null, samples.writeId()),
                List.of(),
                List.of()));

        assertThat(read(Set.of(1), NOW, NOW.plusSeconds(61), 10)).containsExactly("1 job job planned 0 next 60");
        assertThat(read(Set.of(1, 2), NOW, NOW.plusSeconds(61), 10)).hasSize(2);
        assertThat(read(Set.of(1), NOW, NOW.plusSeconds(60), 10)).isEmpty();
    }

    @Test
    void a_claimed_run_is_one_to_come_until_it_is_due_and_open_until_it_has_ended() {
        Job job = open.create(samples.job(samples.jobId(5)));
        JobWrite claim = samples.claim(EPOCH, job);
        open.write(claim);
        String pool = job.definition().pool();
        Run run = claim.change().newRuns().get(0).run();

        assertThat(read(Set.of(5), NOW, NOW.plusSeconds(100), 10)).containsExactly("5 claimed " + pool + " 1");
        assertThat(read(Set.of(5), NOW.plusSeconds(60), NOW.plusSeconds(130), 10))
                .containsExactlyInAnyOrder("5 claimed " + pool + " 1", "5 job job planned 60 next 120");
        assertThat(read(Set.of(5), NOW.plusSeconds(61), NOW.plusSeconds(100), 10))
                .containsExactly("5 open " + pool + " 1");
        Run started = open.write(samples.started(run, 1));
        assertThat(read(Set.of(5), NOW.plusSeconds(61), NOW.plusSeconds(100), 10))
                .containsExactly("5 open " + pool + " 1");
        open.write(samples.ended(started, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED));
        assertThat(read(Set.of(5), NOW.plusSeconds(61), NOW.plusSeconds(100), 10))
                .isEmpty();
    }

    @Test
    void a_definition_that_cannot_be_read_is_told_and_keeps_no_other_from_being_read() {
        Job broken = open.create(samples.job(samples.jobId(9)));
        open.create(samples.job(samples.jobId(9)));
        database.execute(
                "UPDATE job_revisions SET definition = '{\"schedule\":7}' WHERE job_id = '" + broken.id() + "'");
        assertThat(read(Set.of(9), NOW, NOW.plusSeconds(61), 10))
                .containsExactlyInAnyOrder("9 unreadable " + broken.id(), "9 job job planned 0 next 60");
    }

    @Test
    void open_runs_are_counted_up_to_a_bound() {
        Job job = open.create(samples.job(samples.jobId(7)));
        for (int i = 0; i < 4; i++) {
            job = open.write(samples.claim(EPOCH, job));
        }
        assertThat(read(Set.of(7), NOW.plusSeconds(900), NOW.plusSeconds(901), 3))
                .contains("7 open " + job.definition().pool() + " 3");
        assertThat(read(Set.of(), NOW, NOW.plusSeconds(900), 3)).isEmpty();
    }
}
