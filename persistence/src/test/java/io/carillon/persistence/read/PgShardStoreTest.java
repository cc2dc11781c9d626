package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LanePlace;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.ShardStore;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgShardStoreTest {

    private static final Instant NOW = Samples.NOW;

    private final Samples samples = new Samples(21);
    private final TestDatabase database;
    private final OpenStore open;
    private final ShardStore shards;

    PgShardStoreTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.shards = open.store().shardStore();
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void gaining_raises_the_epochs_of_these_shards_and_no_others() {
        assertThat(get(shards.gain(Set.of(3, 200), "member-b"))).isEqualTo(Map.of(3, EPOCH + 1, 200, EPOCH + 1));

        assertThat(database.column("SELECT shard FROM shards WHERE epoch <> " + EPOCH + " ORDER BY 1"))
                .containsExactly("3", "200");
        assertThat(database.column("SELECT member_id FROM shards WHERE shard = 3"))
                .containsExactly("member-b");
        assertThat(get(shards.gain(Set.of(), "member-b"))).isEmpty();
    }

    @Test
    void a_job_is_loaded_as_it_was_written() {
        Job job = open.create(samples.job(samples.jobId(), Samples.definition("a", "key", "acme")));

        assertThat(get(shards.loadJobs(List.of(samples.jobId(), job.id())))).containsExactly(job);
    }

    @Test
    void deleted_jobs_are_loaded_by_id_and_are_not_due() {
        Job job = open.create(samples.job(samples.jobId(9)));
        Job deleted = job.changed(JobStatus.DELETED, NOW, null, null, samples.writeId());
        open.write(Samples.change(EPOCH, job, deleted, List.of(), List.of()));

        assertThat(get(shards.loadJobs(List.of(job.id())))).containsExactly(deleted);
        assertThat(get(shards.loadDueJobs(Set.of(9), Instant.EPOCH, NOW.plusSeconds(9_999), 10)))
                .isEmpty();
    }

    @Test
    void due_jobs_come_by_due_time_within_the_window_and_the_limit() {
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Instant due = NOW.plusSeconds(10L * i);
            Job job = samples.job(samples.jobId(i % 2 == 0 ? 1 : 2));
            jobs.add(open.create(new Job(
                    job.id(), 1, JobStatus.ACTIVE, job.definition(), NOW, NOW, due, due, 1, samples.writeId())));
        }
        open.create(samples.job(samples.jobId(3)));

        assertThat(get(shards.loadDueJobs(Set.of(1, 2), NOW.plusSeconds(10), NOW.plusSeconds(50), 10)))
                .containsExactly(jobs.get(1), jobs.get(2), jobs.get(3), jobs.get(4));
        assertThat(get(shards.loadDueJobs(Set.of(1, 2), NOW, NOW.plusSeconds(60), 2)))
                .containsExactly(jobs.get(0), jobs.get(1));
        assertThat(get(shards.loadDueJobs(Set.of(2), NOW, NOW.plusSeconds(60), 10)))
                .containsExactly(jobs.get(1), jobs.get(3), jobs.get(5));
    }

    @Test
    void live_runs_come_by_eligible_time_with_what_they_need() {
        Job job = open.create(samples.job(samples.jobId(5)));
        JobWrite first = samples.claim(EPOCH, job);
        JobWrite second = samples.claim(EPOCH, open.write(first));
        JobWrite third = samples.claim(EPOCH, open.write(second));
        open.write(third);
        Run retried = retrying(open.write(samples.started(runOf(first), 1)), Duration.ofHours(1));
        open.write(retried);
        Run ended = open.write(samples.started(runOf(third), 2));
        open.write(samples.ended(ended, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED));

        List<LiveRun> live = get(shards.loadLiveRuns(Set.of(5, 6), 10));

        assertThat(live).extracting(LiveRun::run).containsExactly(runOf(second), retried);
        assertThat(live).allSatisfy(run -> {
            assertThat(run.definition()).isEqualTo(job.definition());
            assertThat(run.payload()).isEqualTo(job.definition().payload());
            assertThat(run.jobDeleted()).isFalse();
        });
        assertThat(get(shards.loadLiveRuns(Set.of(5), 1))).hasSize(1);
        assertThat(get(shards.loadLiveRuns(Set.of(6), 10))).isEmpty();
        assertThat(get(shards.liveRunIds(Set.of(5, 6), 10)))
                .containsExactlyInAnyOrder(runOf(second).id(), retried.id());
        assertThat(get(shards.liveRunIds(Set.of(5), 1))).hasSize(1);
        assertThat(get(shards.liveRunIds(Set.of(6), 10))).isEmpty();
    }

    @Test
    void waiting_runs_of_a_lane_come_by_eligible_time_from_a_place_on() {
        Job job = open.create(samples.job(samples.jobId(5)));
        JobWrite first = samples.claim(EPOCH, job);
        JobWrite second = samples.claim(EPOCH, open.write(first));
        JobWrite third = samples.claim(EPOCH, open.write(second));
        JobWrite fourth = samples.claim(EPOCH, open.write(third));
        open.write(fourth);
        Run retried = open.write(retrying(open.write(samples.started(runOf(first), 1)), Duration.ofHours(1)));
        Run running = open.write(samples.started(runOf(third), 2));
        long lane = Lane.idOf(runOf(first), job);
        assertThat(lane).isNotEqualTo(Lane.NONE);

        assertThat(waiting(lane, LanePlace.FIRST, LanePlace.END, 10))
                .containsExactly(runOf(second), runOf(fourth), retried);
        assertThat(waiting(lane, LanePlace.FIRST, LanePlace.END, 2)).containsExactly(runOf(second), runOf(fourth));
        assertThat(waiting(lane, LanePlace.of(runOf(second)), LanePlace.of(retried), 10))
                .containsExactly(runOf(second), runOf(fourth));
        assertThat(waiting(lane, LanePlace.of(runOf(second)).next(), LanePlace.END, 1))
                .containsExactly(runOf(fourth));
        assertThat(waiting(lane + 1, LanePlace.FIRST, LanePlace.END, 10)).isEmpty();
        assertThat(get(shards.loadWaiting(Set.of(6), List.of(new LanePage(lane, LanePlace.FIRST, LanePlace.END)), 10)))
                .isEmpty();
        assertThat(get(shards.countLive(Set.of(5), Set.of(lane, lane + 1)))).isEqualTo(Map.of(lane, 4L));
        assertThat(get(shards.liveRunIds(Set.of(5), Set.of(lane + 1), 10))).hasSize(4);
        assertThat(get(shards.liveRunIds(Set.of(5), Set.of(lane), 10))).containsExactly(running.id());
    }

    @Test
    void of_a_lane_that_waits_its_first_run_is_loaded_and_what_must_be_in_memory() {
        Job job = open.create(samples.job(samples.jobId(5)));
        JobWrite first = samples.claim(EPOCH, job);
        JobWrite second = samples.claim(EPOCH, open.write(first));
        JobWrite third = samples.claim(EPOCH, open.write(second));
        open.write(third);
        Run running = open.write(samples.started(runOf(second), 2));
        Job other = open.create(samples.job(samples.jobId(5), Samples.definition("a", null, "other")));
        JobWrite ofOther = samples.claim(EPOCH, other);
        open.write(ofOther);
        Job gone = open.create(samples.job(samples.jobId(5), Samples.definition("b", null, "other")));
        JobWrite firstOfGone = samples.claim(EPOCH, gone);
        JobWrite secondOfGone = samples.claim(EPOCH, open.write(firstOfGone));
        Job before = open.write(secondOfGone);
        open.write(Samples.change(
                EPOCH,
                before,
                before.changed(JobStatus.DELETED, NOW, null, null, samples.writeId()),
                List.of(),
                List.of()));

        List<LiveRun> heads = get(shards.loadLaneHeads(Set.of(5)));

        assertThat(heads.stream().map(LiveRun::run).distinct())
                .contains(runOf(first), running, runOf(firstOfGone), runOf(secondOfGone))
                .doesNotContain(runOf(third));
        assertThat(heads)
                .filteredOn(head -> !head.jobDeleted())
                .allSatisfy(head -> assertThat(head.lane())
                        .isEqualTo(Lane.of(head.run(), head.definition()).id()));
        assertThat(get(shards.loadLaneHeads(Set.of(6)))).isEmpty();
    }

    private List<Run> waiting(long lane, LanePlace from, LanePlace to, int limit) {
        return get(shards.loadWaiting(Set.of(5, 7), List.of(new LanePage(lane, from, to)), limit)).stream()
                .map(LiveRun::run)
                .toList();
    }

    @Test
    void runs_are_loaded_by_id_ended_ones_too() {
        Job job = open.create(samples.job(samples.jobId(5)));
        JobWrite claim = samples.claim(EPOCH, job);
        open.write(claim);
        Run started = open.write(samples.started(runOf(claim), 1));
        Run ended = open.write(samples.ended(started, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED));
        RunId unknown = RunId.of(job.id(), NOW.plusSeconds(5), Trigger.SCHEDULE, null);

        assertThat(get(shards.loadRuns(List.of(unknown, ended.id()))))
                .extracting(LiveRun::run)
                .containsExactly(ended);
        assertThat(get(shards.loadLiveRunsOf(job.id()))).isEmpty();
    }

    @Test
    void a_triggered_run_has_its_own_payload_and_is_found_by_its_request() {
        Job job = open.create(samples.job(samples.jobId(5)));
        UUID writeId = samples.writeId();
        RunId id = RunId.of(job.id(), NOW, Trigger.MANUAL, "r-1");
        Run run = Run.claimed(id, job.id(), 1, Trigger.MANUAL, "default", "default", NOW, NOW, writeId);
        Job next = job.planned(job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId);
        NewRun triggered = new NewRun(run, Payload.ofJson("[7]"), "r-1");
        open.write(new JobWrite(EPOCH, 1, new JobChange(next, false, List.of(triggered), List.of(), List.of())));

        assertThat(get(shards.findRequestedRun(job.id(), "r-1"))).containsExactly(id);
        assertThat(get(shards.findRequestedRun(job.id(), "r-2"))).isEmpty();
        assertThat(get(shards.loadLiveRunsOf(job.id()))).singleElement().satisfies(live -> {
            assertThat(live.run()).isEqualTo(run);
            assertThat(live.payload()).isEqualTo(Payload.ofJson("[7]"));
            assertThat(live.definition().payload()).isEqualTo(job.definition().payload());
        });
    }

    @Test
    void a_run_keeps_the_revision_it_was_made_from() {
        Job job = open.create(samples.job(samples.jobId(5), Samples.definition("old", null, "default")));
        Job claimed = open.write(samples.claim(EPOCH, job));
        Job edited = new Job(
                job.id(),
                2,
                JobStatus.ACTIVE,
                Samples.definition("new", null, "default"),
                NOW,
                NOW,
                null,
                null,
                claimed.version() + 1,
                samples.writeId());
        open.write(Samples.change(EPOCH, claimed, edited, List.of(), List.of()));

        assertThat(get(shards.loadJobs(List.of(job.id())))).containsExactly(edited);
        assertThat(get(shards.loadLiveRunsOf(job.id())))
                .singleElement()
                .satisfies(live -> assertThat(live.definition().name()).isEqualTo("old"));
        Job held = edited.changed(JobStatus.HELD, NOW, null, null, samples.writeId());
        open.write(Samples.change(EPOCH, edited, held, List.of(), List.of()));
        assertThat(get(shards.loadLiveRunsOf(job.id())))
                .singleElement()
                .satisfies(live -> assertThat(live.jobHeld()).isTrue());
        Job deleted = held.changed(JobStatus.DELETED, NOW, null, null, samples.writeId());
        open.write(Samples.change(EPOCH, held, deleted, List.of(), List.of()));
        assertThat(get(shards.loadLiveRunsOf(job.id())))
                .singleElement()
                .satisfies(live -> assertThat(live.jobDeleted()).isTrue());
    }

    @Test
    void past_attempts_are_found_by_their_tokens() {
        Job job = open.create(samples.job(samples.jobId(5)));
        JobWrite claim = samples.claim(EPOCH, job);
        open.write(claim);
        Run started = open.write(samples.started(runOf(claim), 77));
        Run failed = retrying(started, Duration.ofSeconds(10));
        AttemptRecord attempt = new AttemptRecord(started.id(), 77, 1, "w", NOW, NOW, AttemptEnd.FAILED_FOR_GOOD, null);
        open.write(new RunWrite(EPOCH, failed, attempt, null, false));

        assertThat(get(shards.loadAttempts(List.of(started.id()), List.of(77L, 78L))))
                .containsExactly(new PastAttempt(started.id(), 77, AttemptEnd.FAILED_FOR_GOOD));
        assertThat(get(shards.loadAttempts(List.of(started.id()), List.of(78L))))
                .isEmpty();
    }

    private Run retrying(Run run, Duration wait) {
        return new Run(
                run.id(),
                run.jobId(),
                run.revision(),
                run.trigger(),
                run.ownerId(),
                run.pool(),
                run.nominalAt(),
                run.dueAt(),
                RunState.WAITING,
                run.attempt(),
                1,
                0,
                run.dueAt().plus(wait),
                run.startedAt(),
                null,
                null,
                run.fencingToken(),
                run.workerId(),
                AttemptEnd.FAILED,
                null,
                null,
                run.version() + 1,
                samples.writeId());
    }

    private static Run runOf(JobWrite claim) {
        return claim.change().newRuns().get(0).run();
    }
}
