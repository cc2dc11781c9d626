package io.carillon.engine.grid.store;

import static io.carillon.engine.grid.GridFixture.eventually;
import static io.carillon.engine.grid.Samples.claim;
import static io.carillon.engine.grid.Samples.job;
import static io.carillon.engine.grid.Samples.jobsOf;
import static io.carillon.engine.grid.Samples.writeId;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.EntryView;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.key.JobKey;
import io.carillon.engine.grid.ownership.ShardTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where a shard changes hands in the middle of something: rows decide, and memory ends up as they are. */
@Tag("grid")
class SeamsTest {

    private final MemoryRows rows = new MemoryRows();
    private final List<GridFixture> fixtures = new ArrayList<>();

    private record Node(HazelcastInstance grid, ShardTable table, WriteThroughMaps maps) {
        /** Memory's own view, without reading through. */
        @Nullable
        Job inMemory(JobId id) {
            EntryView<JobKey, JobEntry> view =
                    grid.<JobKey, JobEntry>getMap(StoredMaps.JOBS).getEntryView(new JobKey(id));
            return view == null ? null : view.getValue().job();
        }
    }

    @AfterEach
    void stop() {
        fixtures.forEach(GridFixture::close);
    }

    private GridFixture fixture(int expectedSize) {
        GridFixture fixture = new GridFixture(expectedSize);
        fixtures.add(fixture);
        return fixture;
    }

    private Node node(GridFixture fixture) {
        MemoryRows.Batches batches = new MemoryRows.Batches();
        StoredMaps stored = new StoredMaps(rows.jobStore(batches), rows.runStore());
        HazelcastInstance grid = fixture.start(config -> {
            withoutCp(config);
            stored.configure(config);
        });
        ShardTable table = new ShardTable(grid);
        Node node = new Node(grid, table, stored.open(grid, table::isLocal, rows, batches, new SimpleMeterRegistry()));
        fixture.background().repeat(Duration.ofMillis(20), node.maps::flush);
        return node;
    }

    private static void withoutCp(Config config) {
        config.getCPSubsystemConfig().setGroupSize(0).setCPMemberCount(0);
    }

    private static CompletableFuture<List<RowOutcome>> write(Node node, List<JobId> ids, long version, long writeId) {
        List<JobWrite> writes =
                ids.stream().map(id -> claim(1, id, version, writeId(writeId))).toList();
        return node.maps.writeJobs(ids.get(0).shard(), writes).orTimeout(30, TimeUnit.SECONDS);
    }

    private static int shardThatIsLocal(Node node) {
        return IntStream.range(0, 256).filter(node.table::isLocal).findFirst().orElseThrow();
    }

    /** Seen without the condition: the old owner's store, finishing late, overwrote the newer row, and for ever. */
    @Test
    void a_store_of_an_old_owner_that_ends_after_its_shard_has_moved_changes_nothing() {
        GridFixture fixture = fixture(1);
        Node first = node(fixture);
        List<List<JobId>> jobs =
                IntStream.range(0, 16).mapToObj(shard -> jobsOf(shard, 3)).toList();
        List<CompletableFuture<Void>> hangs = IntStream.range(0, jobs.size())
                .mapToObj(i -> rows.hang(writeId(100 + i)))
                .toList();
        List<CompletableFuture<List<RowOutcome>>> late = IntStream.range(0, jobs.size())
                .mapToObj(i -> write(first, jobs.get(i), 1, 100 + i))
                .toList();
        eventually().until(() -> rows.hanging() > 0);

        Node second = node(fixture);
        eventually()
                .until(() -> jobs.stream()
                        .anyMatch(ids -> second.table.isLocal(ids.get(0).shard())));
        List<JobId> moved = jobs.stream()
                .filter(ids -> second.table.isLocal(ids.get(0).shard()))
                .findFirst()
                .orElseThrow();
        eventually()
                .untilAsserted(
                        () -> assertThat(write(second, moved, 1, 2).join()).allMatch(RowOutcome::durable));
        hangs.forEach(hang -> hang.complete(null));

        late.forEach(each -> eventually().atMost(Duration.ofSeconds(40)).until(each::isDone));
        assertThat(outcomes(late.get(jobs.indexOf(moved)))).noneMatch(RowOutcome::durable);
        assertThat(moved).allSatisfy(id -> {
            assertThat(rows.jobs.get(id)).isEqualTo(job(id, 1, writeId(2)));
            assertThat(second.inMemory(id)).isEqualTo(job(id, 1, writeId(2)));
        });
    }

    /** Empty where the outcome is open. */
    private static List<RowOutcome> outcomes(CompletableFuture<List<RowOutcome>> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            return List.of();
        }
    }

    /** Operations over many keys have no synchronous backup: an owner can die with a write that its backup never saw. */
    @Test
    void a_promoted_backup_that_is_behind_the_database_gives_way_to_what_is_decided_on_the_row() {
        GridFixture fixture = fixture(1);
        Node first = node(fixture);
        Node second = node(fixture);
        eventually()
                .until(() -> second.table.local().size() > 100
                        && first.grid.getPartitionService().isClusterSafe());
        int shard = shardThatIsLocal(first);
        List<JobId> ids = jobsOf(shard, 5);
        assertThat(write(first, ids, 1, 1).join()).allMatch(RowOutcome::durable);
        eventually().until(() -> first.grid.getPartitionService().isClusterSafe());
        fixture.loseBackupsOf(first.grid);
        assertThat(write(first, ids, 2, 2).join()).allMatch(RowOutcome::durable);

        fixture.kill(first.grid);
        eventually().until(() -> second.table.isLocal(shard));
        assertThat(ids).allSatisfy(id -> assertThat(second.inMemory(id)).isEqualTo(job(id, 1, writeId(1))));

        eventually()
                .untilAsserted(() -> assertThat(write(second, ids, 3, 3).join()).allMatch(RowOutcome::durable));
        assertThat(ids).allSatisfy(id -> {
            assertThat(rows.jobs.get(id)).isEqualTo(job(id, 3, writeId(3)));
            assertThat(second.inMemory(id)).isEqualTo(job(id, 3, writeId(3)));
        });
    }

    /** Twice, since what a first merge leaves behind shows in the second. */
    @Test
    void what_the_smaller_side_of_a_split_held_is_dropped_when_it_comes_back_and_nothing_of_it_is_stored() {
        GridFixture fixture = fixture(3);
        Node first = node(fixture);
        Node second = node(fixture);
        Node third = node(fixture);
        eventually()
                .until(() -> third.table.local().size() > 50
                        && first.grid.getPartitionService().isClusterSafe());
        eventually()
                .until(() -> third.grid
                        .getSplitBrainProtectionService()
                        .getSplitBrainProtection("majority")
                        .hasMinimumSize());
        List<JobId> ids = jobsOf(7, 5);
        writeAtOwner(ids, 1, first, second, third);

        for (int round = 1; round <= 2; round++) {
            fixture.cut(third.grid, first.grid, second.grid);
            eventually()
                    .until(() -> !third.grid
                            .getSplitBrainProtectionService()
                            .getSplitBrainProtection("majority")
                            .hasMinimumSize());
            assertThat(outcomes(write(third, ids, 10, 10)))
                    .as("the smaller side writes nothing")
                    .noneMatch(RowOutcome::durable);
            eventually().until(() -> first.grid.getCluster().getMembers().size() == 2);
            writeAtOwner(ids, 1L + round, first, second);
            int batches = rows.jobBatches.size();

            fixture.mend(third.grid, first.grid, second.grid);
            eventually()
                    .until(() -> third.grid.getCluster().getMembers().size() == 3
                            && first.grid.getPartitionService().isClusterSafe());

            long version = 1L + round;
            assertThat(rows.jobBatches).hasSize(batches);
            assertThat(ids).allSatisfy(id -> {
                assertThat(rows.jobs.get(id)).isEqualTo(job(id, version, writeId(version)));
                assertThat(third.inMemory(id)).isEqualTo(job(id, version, writeId(version)));
            });
        }
    }

    private static void writeAtOwner(List<JobId> ids, long version, Node... nodes) {
        eventually().untilAsserted(() -> {
            for (Node node : nodes) {
                if (node.table.isLocal(ids.get(0).shard())) {
                    assertThat(write(node, ids, version, version).join()).allMatch(RowOutcome::durable);
                    return;
                }
            }
            throw new AssertionError("nobody owns the shard");
        });
    }
}
