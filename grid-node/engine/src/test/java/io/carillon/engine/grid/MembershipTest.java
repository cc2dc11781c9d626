package io.carillon.engine.grid;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.command.Request;
import io.carillon.engine.grid.fence.MemoryFloor;
import io.carillon.engine.grid.store.MemoryRows;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may be a member, how many there are meant to be, and members that must stop. */
@Tag("grid")
class MembershipTest {

    private final GridFixture fixture = new GridFixture(1);
    private final HandTime time = new HandTime();
    private final MemorySize size = new MemorySize();
    private final List<GridNode> open = new ArrayList<>();

    /** A scheduler that does nothing. */
    private static final class Idle implements LocalMember {
        @Override
        public void submit(Collection<? extends Request> requests) {}

        @Override
        public void offered(List<Offer> offers) {}

        @Override
        public void wake() {}

        @Override
        public void leaseExpired(Attempt attempt) {}

        @Override
        public void callRoll(Collection<Silent> attempts) {}

        @Override
        public void stop(Collection<Attempt> attempts, boolean lost) {}

        @Override
        public void ownershipChanged() {}

        @Override
        public void memberLeft(String memberId) {}
    }

    @AfterEach
    void stop() {
        open.forEach(GridNode::close);
        fixture.close();
    }

    private static GridSettings settings(int expected, int cpMembers, Map<String, String> terms) {
        return new GridSettings(
                "test",
                new GridAddress("127.0.0.1", null, GridAddress.PORT_DEFAULT, true),
                new GridPeers(List.of(), null, expected),
                GridCp.of(cpMembers),
                4,
                null,
                terms);
    }

    private GridNode start(GridSettings settings) {
        MemoryRows rows = new MemoryRows();
        MemoryRows.Batches batches = new MemoryRows.Batches();
        GridBacking backing = new GridBacking(
                rows.jobStore(batches), rows.runStore(), batches, rows, new EmptyShards(), new MemoryFloor(), size);
        GridNode node = GridNode.start(settings, backing, time, new SimpleMeterRegistry(), fixture::launch);
        open.add(node);
        node.serve(new Idle());
        return node;
    }

    @Test
    void a_member_whose_settings_differ_is_refused_with_the_difference_and_the_others_go_on() {
        GridNode first = start(settings(1, 0, Map.of("lease.duration", "PT1M")));

        assertThatThrownBy(() -> start(settings(1, 0, Map.of("lease.duration", "PT30S"))))
                .isInstanceOf(GridStartException.class)
                .hasMessageContaining("lease.duration is PT30S here and PT1M there")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> start(settings(3, 3, Map.of("lease.duration", "PT1M"))))
                .isInstanceOf(GridStartException.class)
                .hasMessageContaining("cp-members is 3 here and 0 there");

        assertThat(start(settings(1, 0, Map.of("lease.duration", "PT1M")))
                        .cluster()
                        .members())
                .hasSize(2);
        eventually().until(() -> first.cluster().members().size() == 2);
        assertThat(first.ended()).isNotDone();
    }

    @Test
    void the_majority_follows_the_expected_size_on_all_members_within_seconds() {
        ClusterSize agreed = size.agree(3, 0).join();
        GridNode first = start(settings(3, 0, Map.of()));
        GridNode second = start(settings(3, 0, Map.of()));
        eventually()
                .until(() -> first.ownership().mayAct() && second.ownership().mayAct());

        size.change(agreed.version(), 4, 0).join();
        eventually()
                .until(() -> !first.ownership().mayAct() && !second.ownership().mayAct());
        assertThat(first.ownership().ownedShards()).isEmpty();
        assertThat(first.expectedSize()).isEqualTo(4);

        GridNode third = start(settings(4, 0, Map.of()));
        eventually()
                .until(() -> first.ownership().mayAct()
                        && second.ownership().mayAct()
                        && third.ownership().mayAct());
    }

    /** Hazelcast ends all members then, without a word to its listeners. */
    @Test
    void a_member_that_the_grid_ends_while_the_cp_group_forms_says_so() {
        GridNode first = start(settings(3, 3, Map.of()));
        GridNode second = start(settings(3, 3, Map.of()));
        // The search for members looks once a second; it must have seen this one.
        eventually()
                .pollDelay(Duration.ofSeconds(3))
                .until(() -> first.cluster().members().size() == 2);
        assertThat(first.ended()).isNotDone();

        fixture.kill(second.grid());

        eventually()
                .untilAsserted(() -> assertThat(first.ended())
                        .isCompletedWithValueMatching(reason -> reason.contains("before the CP group had formed")));
    }

    @Test
    void a_member_that_is_closed_does_not_say_that_it_must_stop() {
        GridNode node = start(settings(1, 0, Map.of()));
        HazelcastInstance grid = node.grid();
        node.close();
        open.clear();
        assertThat(grid.getLifecycleService().isRunning()).isFalse();
        assertThat(node.ended()).isNotDone();
    }

    @Test
    void a_rejoin_that_failed_is_an_end() {
        GridEnd end = new GridEnd();
        end.stateChanged(new LifecycleEvent(LifecycleState.MERGING));
        assertThat(end.unasked()).isNotDone();
        end.stateChanged(new LifecycleEvent(LifecycleState.MERGE_FAILED));
        assertThat(end.unasked()).isCompletedWithValueMatching(reason -> reason.contains("after a split"));
    }
}
