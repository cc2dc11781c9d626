package io.carillon.engine.grid.ownership;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.id.Shards;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.size.MovingMajority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("grid")
class GridOwnershipTest {

    private final List<GridFixture> fixtures = new ArrayList<>();

    @AfterEach
    void stop() {
        fixtures.forEach(GridFixture::close);
    }

    /** What a shard loop would hold, by what it was told alone. */
    private static final class Holder implements OwnershipListener {
        final Set<Integer> held = ConcurrentHashMap.newKeySet();
        final List<String> left = new CopyOnWriteArrayList<>();

        @Override
        public void gained(Set<Integer> shards) {
            assertThat(held).doesNotContainAnyElementsOf(shards);
            held.addAll(shards);
        }

        @Override
        public void lost(Set<Integer> shards) {
            assertThat(held).containsAll(shards);
            held.removeAll(shards);
        }

        @Override
        public void memberLeft(String memberId) {
            left.add(memberId);
        }
    }

    private record Member(HazelcastInstance grid, GridOwnership ownership, Holder holder) {}

    private GridFixture fixture(int expectedSize) {
        GridFixture fixture = new GridFixture(expectedSize);
        fixtures.add(fixture);
        return fixture;
    }

    private Member start(GridFixture fixture, @Nullable String protection) {
        HazelcastInstance grid = fixture.start(GridOwnershipTest::withoutCp);
        GridOwnership ownership = new GridOwnership(
                grid,
                new ShardTable(grid),
                new MovingMajority(protection == null ? 1 : 3),
                protection,
                fixture.background());
        Holder holder = new Holder();
        ownership.addListener(holder);
        ownership.start(Duration.ofMillis(200));
        return new Member(grid, ownership, holder);
    }

    /** Members that lose one before the CP group has formed end themselves, which is another story. */
    private static void withoutCp(Config config) {
        config.getCPSubsystemConfig().setGroupSize(0).setCPMemberCount(0);
    }

    @Test
    void a_single_member_owns_every_shard() {
        Member alone = start(fixture(1), null);
        eventually().untilAsserted(() -> assertThat(alone.holder.held).hasSize(Shards.COUNT));
        assertThat(alone.ownership.ownedShards()).hasSize(Shards.COUNT);
        assertThat(alone.ownership.mayAct()).isTrue();
    }

    @Test
    void shards_are_shared_among_members_that_join_and_taken_over_from_one_that_dies() {
        GridFixture fixture = fixture(1);
        Member first = start(fixture, null);
        Member second = start(fixture, null);
        Member third = start(fixture, null);
        eventually().untilAsserted(() -> {
            assertEachShardHasOneHolder(first, second, third);
            assertThat(first.holder.held).hasSizeBetween(70, 100);
            assertThat(second.holder.held).hasSizeBetween(70, 100);
        });
        String deadId = second.ownership.memberId();

        fixture.kill(second.grid);

        eventually().untilAsserted(() -> assertEachShardHasOneHolder(first, third));
        eventually().untilAsserted(() -> assertThat(first.holder.left).containsExactly(deadId));
        eventually().untilAsserted(() -> assertThat(second.holder.held).isEmpty());
        assertThat(second.ownership.mayAct()).isFalse();
    }

    @Test
    void nothing_is_owned_without_a_majority() {
        GridFixture fixture = fixture(3);
        Member first = start(fixture, "majority");
        assertThat(first.ownership.mayAct()).isFalse();
        assertThat(first.ownership.ownedShards()).isEmpty();

        Member second = start(fixture, "majority");
        eventually().untilAsserted(() -> assertEachShardHasOneHolder(first, second));

        fixture.kill(second.grid);
        eventually().untilAsserted(() -> assertThat(first.holder.held).isEmpty());
        assertThat(first.ownership.mayAct()).isFalse();
    }

    @Test
    void the_smaller_side_of_a_split_gives_up_everything_and_comes_back_as_another() {
        GridFixture fixture = fixture(3);
        Member first = start(fixture, "majority");
        Member second = start(fixture, "majority");
        Member third = start(fixture, "majority");
        eventually().untilAsserted(() -> {
            assertEachShardHasOneHolder(first, second, third);
            assertThat(third.holder.held).hasSizeBetween(70, 100);
        });
        String before = third.ownership.memberId();

        fixture.cut(third.grid, first.grid, second.grid);

        eventually().untilAsserted(() -> assertThat(third.holder.held).isEmpty());
        assertThat(third.ownership.mayAct()).isFalse();
        eventually().untilAsserted(() -> assertEachShardHasOneHolder(first, second));

        fixture.mend(third.grid, first.grid, second.grid);

        eventually().untilAsserted(() -> {
            assertEachShardHasOneHolder(first, second, third);
            assertThat(third.holder.held).hasSizeBetween(70, 100);
        });
        assertThat(third.ownership.mayAct()).isTrue();
        assertThat(third.ownership.memberId()).isNotEqualTo(before);
    }

    @Test
    void a_member_that_leaves_gives_up_its_shards_first() {
        Member alone = start(fixture(1), null);
        eventually().untilAsserted(() -> assertThat(alone.holder.held).hasSize(Shards.COUNT));

        alone.ownership.leave();

        eventually().untilAsserted(() -> assertThat(alone.holder.held).isEmpty());
        assertThat(alone.ownership.mayAct()).isFalse();
    }

    /** Events travel over queues that may drop them. */
    @Test
    void looking_alone_suffices_when_every_event_is_lost() {
        GridFixture fixture = fixture(1);
        HazelcastInstance grid = fixture.start(GridOwnershipTest::withoutCp);
        GridOwnership ownership = new GridOwnership(
                DeafGrid.of(grid), new ShardTable(grid), new MovingMajority(1), null, fixture.background());
        Holder holder = new Holder();
        ownership.addListener(holder);
        ownership.start(Duration.ofMillis(200));
        Member deaf = new Member(grid, ownership, holder);
        Member other = start(fixture, null);
        eventually().untilAsserted(() -> {
            assertEachShardHasOneHolder(deaf, other);
            assertThat(other.holder.held).hasSizeBetween(100, 156);
        });

        fixture.kill(other.grid);

        eventually().untilAsserted(() -> assertThat(holder.held).hasSize(Shards.COUNT));
        assertThat(holder.left).as("nobody told it").isEmpty();
    }

    private static void assertEachShardHasOneHolder(Member... members) {
        Set<Integer> all = new HashSet<>();
        int held = 0;
        for (Member member : members) {
            assertThat(member.holder.held).isEqualTo(member.ownership.ownedShards());
            all.addAll(member.holder.held);
            held += member.holder.held.size();
        }
        assertThat(all).hasSize(Shards.COUNT);
        assertThat(held).isEqualTo(Shards.COUNT);
    }
}
