package io.carillon.engine.grid.cp;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.HandTime;
import io.carillon.engine.grid.fence.FenceSettings;
import io.carillon.engine.grid.fence.GridFences;
import io.carillon.engine.grid.fence.MemoryFloor;
import io.carillon.engine.port.Fences;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A CP group of three, in a cluster that loses and gains members. */
@Tag("grid")
class CpSupervisorTest {

    private static final int SEATS = 3;
    private static final CpSettings SETTINGS =
            new CpSettings(SEATS, Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofMinutes(1));
    private static final FenceSettings BLOCKS =
            new FenceSettings(true, 100, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(20));

    private final GridFixture fixture = new GridFixture(SEATS);
    private final HandTime time = new HandTime();
    private final MemoryFloor floor = new MemoryFloor();
    private final List<Node> nodes = new ArrayList<>();
    private long last;

    private record Node(
            HazelcastInstance grid, GridFences fences, CpSupervisor supervisor, SimpleMeterRegistry meters) {
        double count(String name) {
            return meters.counter(name).count();
        }

        double blocksFrom(String source) {
            return meters.counter("carillon.fences.blocks", "source", source).count();
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(CpSupervisorTest::quiet);
        fixture.close();
    }

    private static void quiet(Node node) {
        node.supervisor.close();
        node.fences.close();
    }

    /** What is over after a minute and a half in production is over in seconds here. */
    private static void soon(Config config) {
        config.getCPSubsystemConfig()
                .setSessionHeartbeatIntervalSeconds(1)
                .setSessionTimeToLiveSeconds(4)
                .setMissingCPMemberAutoRemovalSeconds(4);
    }

    private Node start() {
        HazelcastInstance grid = fixture.start(CpSupervisorTest::soon);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        GridFences fences = new GridFences(grid, floor, BLOCKS, meters, () -> {});
        fences.start();
        CpSupervisor supervisor = new CpSupervisor(grid, SETTINGS, fences::probe, () -> true, time, meters);
        supervisor.start();
        Node node = new Node(grid, fences, supervisor, meters);
        nodes.add(node);
        return node;
    }

    private static ConditionFactory inTime() {
        return eventually().atMost(Duration.ofSeconds(90));
    }

    private void awaitWhole() {
        for (Node node : nodes) {
            inTime().untilAsserted(
                            () -> assertThat(node.supervisor.view().whole()).isTrue());
        }
    }

    private void crash(Node node) {
        nodes.remove(node);
        quiet(node);
        fixture.kill(node.grid);
    }

    private void leave(Node node) {
        nodes.remove(node);
        quiet(node);
        node.grid.shutdown();
    }

    /** One run's tokens, from one member after the other. */
    private void assertTokensRise() {
        for (Node node : nodes) {
            long[] token = new long[1];
            inTime().until(() -> (token[0] = node.fences.next(last)) != Fences.NONE);
            assertThat(token[0]).isGreaterThan(last);
            last = token[0];
        }
    }

    @Test
    void a_seat_that_a_crash_or_a_leave_empties_is_filled_by_one_member_and_spare_ones_wait() {
        start();
        Node second = start();
        Node third = start();
        awaitWhole();
        assertTokensRise();

        Node fourth = start();
        awaitWhole();
        assertThat(fourth.supervisor.view().seated())
                .as("four members, three seats")
                .isFalse();

        crash(third);
        inTime().until(() -> fourth.supervisor.view().seated());
        awaitWhole();
        assertThat(fourth.count("carillon.cp.promotions")).isEqualTo(1);
        assertTokensRise();

        // Three members, and then two: without a promotion between them the second leave would end the group.
        leave(second);
        Node fifth = start();
        inTime().until(() -> fifth.supervisor.view().seated());
        awaitWhole();
        leave(fourth);
        start();
        awaitWhole();
        assertTokensRise();
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.count("carillon.cp.resets")).isZero();
            assertThat(node.supervisor.view().members()).isEqualTo(SEATS);
        });
    }

    @Test
    void a_group_that_lost_its_majority_begins_anew_once_members_enough_are_there_and_tokens_rise() {
        Node first = start();
        Node second = start();
        Node third = start();
        awaitWhole();
        assertTokensRise();

        crash(second);
        crash(third);
        inTime().until(() -> !first.supervisor.view().answering());
        time.advance(SETTINGS.resetAfter());
        double fromDatabase = first.blocksFrom("database");
        inTime().until(() -> {
            assertTokensRise();
            return first.blocksFrom("database") > fromDatabase;
        });
        assertThat(first.count("carillon.cp.resets")).as("too few members").isZero();

        start();
        start();
        inTime().until(() -> {
            time.advance(SETTINGS.resetAfter());
            return first.count("carillon.cp.resets") > 0;
        });
        awaitWhole();
        double fromGrid = first.blocksFrom("grid");
        inTime().until(() -> {
            assertTokensRise();
            return first.blocksFrom("grid") > fromGrid;
        });
    }

    @Test
    void before_the_group_has_formed_nothing_waits_for_it() {
        Node alone = start();
        assertThat(alone.supervisor.view().formed()).isFalse();
        assertTokensRise();
        assertThat(alone.blocksFrom("database")).isPositive();
        assertThat(alone.blocksFrom("grid")).isZero();
    }
}
