package io.carillon.engine.grid.store;

import static io.carillon.engine.grid.GridFixture.eventually;
import static io.carillon.engine.grid.Samples.claim;
import static io.carillon.engine.grid.Samples.job;
import static io.carillon.engine.grid.Samples.jobsOf;
import static io.carillon.engine.grid.Samples.runOf;
import static io.carillon.engine.grid.Samples.running;
import static io.carillon.engine.grid.Samples.succeeded;
import static io.carillon.engine.grid.Samples.waiting;
import static io.carillon.engine.grid.Samples.write;
import static io.carillon.engine.grid.Samples.writeId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.key.JobKey;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.grid.ownership.ShardTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** One member, shared by all tests, which use shards of their own. */
@Tag("grid")
@TestInstance(Lifecycle.PER_CLASS)
class WriteThroughMapsTest {

    private final GridFixture fixture = new GridFixture(1);
    private final MemoryRows rows = new MemoryRows();
    private final MemoryRows.Batches batches = new MemoryRows.Batches();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private HazelcastInstance grid;
    private WriteThroughMaps maps;

    @BeforeAll
    void start() {
        StoredMaps stored = new StoredMaps(rows.jobStore(batches), rows.runStore());
        grid = fixture.start(stored::configure);
        maps = stored.open(grid, new ShardTable(grid), rows, batches, meters);
        fixture.background().repeat(Duration.ofMillis(20), maps::flush);
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    private IMap<JobKey, JobEntry> jobs() {
        return grid.getMap(StoredMaps.JOBS);
    }

    private IMap<RunKey, RunEntry> runs() {
        return grid.getMap(StoredMaps.RUNS);
    }

    private @Nullable Job inMap(JobId id) {
        JobEntry entry = jobs().get(new JobKey(id));
        return entry == null ? null : entry.job();
    }

    private @Nullable Run inMap(RunId id) {
        RunEntry entry = runs().get(new RunKey(id));
        return entry == null ? null : entry.run();
    }

    private static List<JobWrite> claims(List<JobId> jobs, long version, long writeId) {
        return jobs.stream().map(id -> claim(1, id, version, writeId(writeId))).toList();
    }

    private static <T> T now(CompletableFuture<T> future) {
        return future.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private double count(String name) {
        return meters.counter(name).count();
    }

    @Test
    void a_batch_is_written_once_and_then_visible() {
        List<JobId> ids = jobsOf(1, 300);

        List<RowOutcome> outcomes = now(maps.writeJobs(1, claims(ids, 1, 11)));

        assertThat(outcomes).hasSize(300).containsOnly(RowOutcome.APPLIED);
        assertThat(rows.jobBatches.stream()
                        .filter(batch -> batch.get(0).change().job().shard() == 1))
                .hasSize(1);
        assertThat(ids).allSatisfy(id -> assertThat(inMap(id)).isEqualTo(job(id, 1, writeId(11))));
        assertThat(batches.open).isEmpty();
    }

    @Test
    void forgotten_entries_are_read_from_the_rows_again_even_if_these_are_older() {
        JobId id = jobsOf(90, 1).get(0);
        now(maps.writeJobs(90, claims(List.of(id), 1, 901)));
        Job older = Objects.requireNonNull(inMap(id));
        now(maps.writeJobs(90, claims(List.of(id), 2, 902)));
        rows.jobs.put(id, older);
        assertThat(inMap(id)).isNotEqualTo(older);

        maps.forget();

        assertThat(inMap(id)).isEqualTo(older);
        assertThat(rows.jobs).containsEntry(id, older);
    }

    /** The two facts of this Hazelcast version that the batch relies on. */
    @Test
    void values_are_all_set_before_the_first_is_stored_and_reach_the_store_uncopied() {
        now(maps.writeJobs(2, claims(jobsOf(2, 300), 1, 21)));
        now(maps.writeJobs(2, claims(jobsOf(2, 300), 2, 22)));

        assertThat(count("carillon.map.batches.out.of.order")).isZero();
        assertThat(count("carillon.map.batches.copied")).isZero();
        assertThat(meters.counter("carillon.map.batches", "path", "sql_first").count())
                .isZero();
    }

    @Test
    void creating_asks_the_database_nothing_beforehand() {
        int loads = rows.loads.get();
        now(maps.writeJobs(3, claims(jobsOf(3, 50), 1, 31)));
        assertThat(rows.loads).hasValue(loads);
    }

    @Test
    void what_was_created_and_is_due_soon_is_claimed_without_being_read() {
        List<JobId> ids = jobsOf(3, 50);
        assertThat(now(maps.createJobs(created(ids, Duration.ofMinutes(5))))).allMatch(RowOutcome::durable);
        eventually().untilAsserted(() -> assertThat(jobsInMap(3)).hasSize(50));
        int loads = rows.loads.get();
        assertThat(now(maps.writeJobs(3, claims(ids, 2, 33)))).allMatch(RowOutcome::durable);
        assertThat(rows.loads).hasValue(loads);
    }

    @Test
    void what_was_created_and_is_due_later_stays_out_of_memory() {
        List<JobId> later = jobsOf(3, 50);
        List<JobId> soon = jobsOf(3, 51).subList(50, 51);
        now(maps.createJobs(created(later, Duration.ofMinutes(5).plusSeconds(1))));
        now(maps.createJobs(created(soon, Duration.ZERO)));
        eventually().untilAsserted(() -> assertThat(jobsInMap(3)).containsExactlyElementsOf(soon));
    }

    private static List<JobWrite> created(List<JobId> ids, Duration dueAfter) {
        return ids.stream()
                .map(id -> job(id, 1, writeId(32)))
                .map(job -> new Job(
                        job.id(),
                        1,
                        job.status(),
                        job.definition(),
                        job.createdAt(),
                        job.plannedThrough(),
                        job.createdAt().plus(dueAfter),
                        job.createdAt().plus(dueAfter),
                        1,
                        job.writeId()))
                .map(job -> new JobWrite(1, 0, new JobChange(job, true, List.of(), List.of(), List.of())))
                .toList();
    }

    private List<JobId> jobsInMap(int shard) {
        return jobs().entrySet(entry -> entry.getKey().id().shard() == shard).stream()
                .map(entry -> entry.getValue().job().id())
                .toList();
    }

    @Test
    void a_batch_with_one_guilty_row_leaves_no_trace() {
        List<JobId> ids = jobsOf(4, 10);
        now(maps.writeJobs(4, claims(ids, 1, 41)));
        rows.rejected = ids.get(7);
        try {
            List<RowOutcome> outcomes = now(maps.writeJobs(4, claims(ids, 2, 42)));

            assertThat(outcomes.get(7)).isEqualTo(RowOutcome.rejected("rejected"));
            assertThat(outcomes).filteredOn(RowOutcome.NOT_TRIED::equals).hasSize(9);
            assertThat(ids).allSatisfy(id -> assertThat(inMap(id)).isEqualTo(job(id, 1, writeId(41))));
        } finally {
            rows.rejected = null;
        }
    }

    @Test
    void a_row_that_has_moved_refuses_and_its_reload_replaces_memory() {
        List<JobId> ids = jobsOf(5, 3);
        now(maps.writeJobs(5, claims(ids, 1, 51)));
        Job moved = job(ids.get(1), 2, writeId(52));
        rows.jobs.put(moved.id(), moved);

        assertThat(now(maps.writeJobs(5, claims(ids, 2, 53))))
                .containsExactly(RowOutcome.NOT_TRIED, RowOutcome.VERSION_LOST, RowOutcome.NOT_TRIED);

        maps.publishReloaded(List.of(moved));
        eventually().untilAsserted(() -> assertThat(inMap(moved.id())).isEqualTo(moved));
    }

    @Test
    void memory_newer_than_the_decision_stops_the_batch_before_the_database() {
        List<JobId> ids = jobsOf(6, 3);
        now(maps.writeJobs(6, claims(ids, 1, 61)));
        now(maps.writeJobs(6, claims(ids.subList(1, 2), 2, 62)));
        int written = rows.jobBatches.size();

        assertThat(now(maps.writeJobs(6, claims(ids, 2, 63))))
                .containsExactly(RowOutcome.NOT_TRIED, RowOutcome.VERSION_LOST, RowOutcome.NOT_TRIED);
        assertThat(rows.jobBatches.size()).isEqualTo(written);
        assertThat(inMap(ids.get(0))).isEqualTo(job(ids.get(0), 1, writeId(61)));
    }

    @Test
    void memory_that_claims_too_much_gives_way_to_a_reload() {
        List<JobId> ids = jobsOf(16, 1);
        now(maps.writeJobs(16, claims(ids, 1, 161)));
        now(maps.writeJobs(16, claims(ids, 2, 162)));
        Job restored = job(ids.get(0), 1, writeId(161));
        rows.jobs.put(restored.id(), restored);
        assertThat(now(maps.writeJobs(16, claims(ids, 2, 163)))).containsExactly(RowOutcome.VERSION_LOST);

        maps.publishReloaded(List.of(restored));
        eventually().untilAsserted(() -> assertThat(inMap(restored.id())).isEqualTo(restored));

        assertThat(now(maps.writeJobs(16, claims(ids, 2, 163)))).containsExactly(RowOutcome.APPLIED);
    }

    @Test
    void the_same_batch_again_is_applied_already() {
        List<JobId> ids = jobsOf(7, 3);
        now(maps.writeJobs(7, claims(ids, 1, 71)));
        int written = rows.jobBatches.size();

        assertThat(now(maps.writeJobs(7, claims(ids, 1, 71)))).containsOnly(RowOutcome.ALREADY_APPLIED);
        assertThat(rows.jobBatches.size()).isEqualTo(written);
    }

    @Test
    void a_committed_batch_whose_answer_was_lost_is_applied_already() {
        List<JobId> ids = jobsOf(8, 3);
        ids.forEach(id -> rows.jobs.put(id, job(id, 1, writeId(81))));

        assertThat(now(maps.writeJobs(8, claims(ids, 1, 81)))).containsOnly(RowOutcome.ALREADY_APPLIED);
        assertThat(ids).allSatisfy(id -> assertThat(inMap(id)).isEqualTo(job(id, 1, writeId(81))));
    }

    @Test
    void without_the_database_the_outcome_is_open_and_memory_as_before() {
        List<JobId> ids = jobsOf(9, 3);
        now(maps.writeJobs(9, claims(ids, 1, 91)));
        rows.away = true;
        try {
            assertThatThrownBy(() -> now(maps.writeJobs(9, claims(ids, 2, 92))))
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            assertThat(ids).allSatisfy(id -> assertThat(inMap(id)).isEqualTo(job(id, 1, writeId(91))));
        } finally {
            rows.away = false;
        }
        assertThat(now(maps.writeJobs(9, claims(ids, 2, 92)))).containsOnly(RowOutcome.APPLIED);
    }

    @Test
    void an_evicted_job_is_loaded_and_written() {
        List<JobId> ids = jobsOf(10, 2);
        now(maps.writeJobs(10, claims(ids, 1, 101)));
        jobs().evict(new JobKey(ids.get(0)));

        assertThat(now(maps.writeJobs(10, claims(ids, 2, 102)))).containsOnly(RowOutcome.APPLIED);
        assertThat(inMap(ids.get(0))).isEqualTo(job(ids.get(0), 2, writeId(102)));
    }

    @Test
    void new_runs_appear_and_withdrawn_ones_disappear() {
        JobId id = jobsOf(11, 1).get(0);
        now(maps.writeJobs(11, claims(List.of(id), 1, 111)));
        eventually().untilAsserted(() -> assertThat(inMap(runOf(id))).isEqualTo(waiting(id, writeId(111))));

        JobChange undo =
                new JobChange(job(id, 2, writeId(112)), false, List.of(), List.of(new RunRef(runOf(id), 1)), List.of());
        now(maps.writeJobs(11, List.of(new JobWrite(1, 1, undo))));
        eventually().untilAsserted(() -> assertThat(inMap(runOf(id))).isNull());
    }

    @Test
    void runs_are_written_first_and_mirrored_until_they_end() {
        JobId id = jobsOf(12, 1).get(0);
        Run started = running(waiting(id, writeId(121)), 5, writeId(122));

        assertThat(now(maps.writeRuns(List.of(write(1, started))))).containsExactly(RowOutcome.APPLIED);
        eventually().untilAsserted(() -> assertThat(inMap(started.id())).isEqualTo(started));

        now(maps.writeRuns(List.of(write(1, succeeded(started, writeId(123))))));
        eventually().untilAsserted(() -> assertThat(inMapOnly(started.id())).isNull());
    }

    @Test
    void a_refused_run_is_not_mirrored() {
        JobId id = jobsOf(13, 1).get(0);
        Run ahead = succeeded(running(waiting(id, writeId(131)), 5, writeId(132)), writeId(133));
        rows.runs.put(ahead.id(), ahead);

        assertThat(now(maps.writeRuns(List.of(write(1, running(waiting(id, writeId(131)), 6, writeId(134)))))))
                .containsExactly(RowOutcome.VERSION_LOST);

        assertThatLaterNewsOfShardArrives(13);
        assertThat(inMapOnly(ahead.id())).isNull();
    }

    /** News of a shard arrives in order: once this is there, all before it has been. */
    private void assertThatLaterNewsOfShardArrives(int shard) {
        Run later = waiting(jobsOf(shard, 99).get(98), writeId(shard));
        maps.publishRead(List.of(later), maps.beforeReadingRuns());
        eventually().untilAsserted(() -> assertThat(inMapOnly(later.id())).isEqualTo(later));
    }

    @Test
    void what_was_read_before_a_run_ended_does_not_bring_it_back() {
        JobId id = jobsOf(14, 1).get(0);
        Run started = running(waiting(id, writeId(141)), 5, writeId(142));
        now(maps.writeRuns(List.of(write(1, started))));
        eventually().untilAsserted(() -> assertThat(inMapOnly(started.id())).isEqualTo(started));

        WriteThroughMaps.ReadMark mark = maps.beforeReadingRuns();
        now(maps.writeRuns(List.of(write(1, succeeded(started, writeId(143))))));
        eventually().untilAsserted(() -> assertThat(inMapOnly(started.id())).isNull());

        maps.publishRead(List.of(started), mark);
        assertThatLaterNewsOfShardArrives(14);
        assertThat(inMapOnly(started.id())).isNull();
    }

    @Test
    void loaded_jobs_are_published_without_asking_or_writing_and_never_over_newer_ones() {
        List<JobId> ids = jobsOf(15, 2);
        now(maps.writeJobs(15, claims(ids.subList(0, 1), 1, 151)));
        now(maps.writeJobs(15, claims(ids.subList(0, 1), 2, 152)));
        int loads = rows.loads.get();
        int written = rows.jobBatches.size();

        maps.publishLoaded(List.of(job(ids.get(0), 1, writeId(151)), job(ids.get(1), 4, writeId(153))));

        eventually()
                .untilAsserted(() -> assertThat(
                                jobs().entrySet(entry -> entry.getKey().id().equals(ids.get(1))))
                        .hasSize(1));
        assertThat(rows.loads).hasValue(loads);
        assertThat(rows.jobBatches.size()).isEqualTo(written);
        assertThat(inMap(ids.get(0))).isEqualTo(job(ids.get(0), 2, writeId(152)));
        assertThat(inMap(ids.get(1))).isEqualTo(job(ids.get(1), 4, writeId(153)));
    }

    /** Memory's own view, without reading through. */
    private @Nullable Run inMapOnly(RunId id) {
        return runs().entrySet(entry -> entry.getKey().id().equals(id)).stream()
                .map(entry -> entry.getValue().run())
                .findAny()
                .orElse(null);
    }
}
