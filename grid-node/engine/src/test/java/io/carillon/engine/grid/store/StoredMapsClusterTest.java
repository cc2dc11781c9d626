package io.carillon.engine.grid.store;

import static io.carillon.engine.grid.GridFixture.eventually;
import static io.carillon.engine.grid.Samples.claim;
import static io.carillon.engine.grid.Samples.job;
import static io.carillon.engine.grid.Samples.jobsOf;
import static io.carillon.engine.grid.Samples.runOf;
import static io.carillon.engine.grid.Samples.waiting;
import static io.carillon.engine.grid.Samples.writeId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.id.JobId;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two members over one database. */
@Tag("grid")
class StoredMapsClusterTest {

    private final GridFixture fixture = new GridFixture(1);
    private final MemoryRows rows = new MemoryRows();
    private Node first;
    private Node second;

    /** A member with a writer that believes it owns every shard, or one that looks at the table. */
    private record Node(
            HazelcastInstance grid,
            ShardTable table,
            SimpleMeterRegistry meters,
            AtomicBoolean believesIt,
            WriteThroughMaps maps) {
        int ownedShard() {
            return IntStream.range(0, 256).filter(table::isLocal).findFirst().orElseThrow();
        }
    }

    @BeforeEach
    void start() {
        first = node();
        second = node();
        eventually()
                .until(() ->
                        first.table.local().size() > 100 && second.table.local().size() > 100);
        eventually().until(() -> first.grid.getPartitionService().isClusterSafe());
        fixture.background().repeat(Duration.ofMillis(20), first.maps::flush);
        fixture.background().repeat(Duration.ofMillis(20), second.maps::flush);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private Node node() {
        MemoryRows.Batches batches = new MemoryRows.Batches();
        StoredMaps stored = new StoredMaps(rows.jobStore(batches), rows.runStore());
        HazelcastInstance grid = fixture.start(stored::configure);
        ShardTable table = new ShardTable(grid);
        AtomicBoolean believesIt = new AtomicBoolean(true);
        IntPredicate local = shard -> believesIt.get() || table.isLocal(shard);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        return new Node(grid, table, meters, believesIt, stored.open(grid, local, rows, batches, meters));
    }

    private static List<RowOutcome> write(Node node, List<JobId> jobs, long version, long writeId) {
        List<JobWrite> writes =
                jobs.stream().map(id -> claim(1, id, version, writeId(writeId))).toList();
        return node.maps
                .writeJobs(jobs.get(0).shard(), writes)
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void a_batch_that_arrives_at_another_member_is_refused_and_may_be_submitted_again() {
        int shard = first.ownedShard();
        List<JobId> ids = jobsOf(shard, 5);

        assertThatThrownBy(() -> write(second, ids, 1, 1)).hasCauseInstanceOf(StoreUnavailableException.class);
        assertThat(rows.jobBatches).isEmpty();

        assertThat(write(first, ids, 1, 1)).containsOnly(RowOutcome.APPLIED);
    }

    @Test
    void a_batch_for_a_shard_that_has_moved_is_answered_as_lost() {
        List<JobId> ids = jobsOf(first.ownedShard(), 5);
        second.believesIt.set(false);

        assertThat(write(second, ids, 1, 1)).containsOnly(RowOutcome.EPOCH_LOST);
        assertThat(rows.jobBatches).isEmpty();
    }

    @Test
    void backups_hold_the_values_themselves_and_ask_the_database_nothing() {
        int shard = first.ownedShard();
        List<JobId> ids = jobsOf(shard, 20);
        write(first, ids, 1, 1);
        write(first, ids, 2, 2);
        eventually()
                .untilAsserted(() -> assertThat(first.grid
                                .<RunKey, RunEntry>getMap(StoredMaps.RUNS)
                                .getLocalMapStats()
                                .getOwnedEntryCount())
                        .isEqualTo(20));
        eventually()
                .untilAsserted(() -> assertThat(second.grid
                                .<RunKey, RunEntry>getMap(StoredMaps.RUNS)
                                .getLocalMapStats()
                                .getBackupEntryCount())
                        .isEqualTo(20));
        assertThat(rows.loads).hasValue(0);

        fixture.kill(first.grid);

        eventually().until(() -> second.table.isLocal(shard));
        assertThat(ids).allSatisfy(id -> {
            assertThat(second.grid.<JobKey, JobEntry>getMap(StoredMaps.JOBS).get(new JobKey(id)))
                    .isEqualTo(JobEntry.durable(job(id, 2, writeId(2))));
            assertThat(second.grid.<RunKey, RunEntry>getMap(StoredMaps.RUNS).get(new RunKey(runOf(id))))
                    .isEqualTo(RunEntry.durable(waiting(id, writeId(2))));
        });
        assertThat(rows.loads).hasValue(0);
    }

    @Test
    void late_news_of_a_shard_that_has_moved_is_dropped() {
        int shard = first.ownedShard();
        second.maps.publishRead(List.of(waiting(jobsOf(shard, 1).get(0), writeId(1))), second.maps.beforeReadingRuns());

        eventually()
                .until(() -> second.meters
                                .counter("carillon.map.mirrored", "map", StoredMaps.RUNS)
                                .count()
                        == 1);
        assertThat(first.grid.<RunKey, RunEntry>getMap(StoredMaps.RUNS).keySet())
                .isEmpty();
    }
}
