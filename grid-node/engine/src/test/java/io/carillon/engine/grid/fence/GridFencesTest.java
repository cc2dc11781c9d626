package io.carillon.engine.grid.fence;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.port.Fences;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("grid")
class GridFencesTest {

    private static final FenceSettings SETTINGS =
            new FenceSettings(true, 100, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMillis(20));

    private final MemoryFloor floor = new MemoryFloor();
    private final AtomicInteger arrivals = new AtomicInteger();
    private final List<AutoCloseable> open = new ArrayList<>();
    private long last;

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size(); i-- > 0; ) {
            open.get(i).close();
        }
    }

    private GridFixture fixture(int expectedSize) {
        GridFixture fixture = new GridFixture(expectedSize);
        open.add(fixture);
        return fixture;
    }

    private GridFences fences(HazelcastInstance grid) {
        return fences(grid, new SimpleMeterRegistry());
    }

    private GridFences fences(HazelcastInstance grid, SimpleMeterRegistry meters) {
        GridFences fences = new GridFences(grid, floor, SETTINGS, meters, arrivals::incrementAndGet);
        open.add(fences);
        fences.start();
        eventually().until(() -> fences.left() > 0);
        return fences;
    }

    /** One run's next token: it must rise, whoever gives it. */
    private void rise(GridFences fences) {
        long[] token = {fences.next(last)};
        if (token[0] == Fences.NONE) {
            eventually().until(() -> (token[0] = fences.next(last)) != Fences.NONE);
        }
        assertThat(token[0]).isGreaterThan(last);
        last = token[0];
    }

    @Test
    void tokens_rise_over_many_blocks_and_the_next_one_is_fetched_ahead() {
        GridFences fences = fences(fixture(1).start());
        rise(fences);
        for (int i = 0; i < 60; i++) {
            assertThat(fences.next(0)).isNotEqualTo(Fences.NONE);
        }
        eventually().untilAsserted(() -> assertThat(fences.left()).isGreaterThan(100));
        for (int i = 0; i < 1_000; i++) {
            rise(fences);
        }
        assertThat(arrivals).hasValueGreaterThanOrEqualTo(10);
    }

    @Test
    void the_first_tokens_do_not_wait_for_the_grid_and_later_ones_come_from_it() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        GridFences fences = fences(fixture(1).start(), meters);
        assertThat(fences.atHand()).isTrue();
        assertThat(meters.counter("carillon.fences.blocks", "source", "database")
                        .count())
                .isEqualTo(1);
        assertThat(meters.counter("carillon.fences.blocks", "source", "grid").count())
                .isZero();
        riseUntilABlockComesFromTheGrid(fences, meters);
    }

    @Test
    void tokens_at_hand_are_thrown_away_when_the_floor_is_anothers() {
        GridFences fences = fences(fixture(1).start());
        rise(fences);
        long floorOfTheNewStore = 1L << 32;
        floor.raise(floorOfTheNewStore).join();
        fences.forget();
        last = 0;
        rise(fences);
        assertThat(last).isGreaterThan(floorOfTheNewStore);
    }

    @Test
    void a_token_rises_above_one_that_another_member_gave() {
        HazelcastInstance grid = fixture(1).start();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        GridFences early = fences(grid, meters);
        GridFences late = fences(grid);
        rise(early);
        rise(late);
        rise(early);
        rise(late);
        assertThat(meters.counter("carillon.fences.discarded").count()).isPositive();
    }

    @Test
    void a_full_restart_does_not_go_back() {
        GridFixture before = fixture(1);
        rise(fences(before.start()));
        before.close();

        rise(fences(fixture(1).start()));
    }

    @Test
    void without_the_database_the_block_at_hand_lasts_and_the_next_comes_when_it_is_back() {
        GridFences fences = fences(fixture(1).start());
        rise(fences);
        floor.away = true;
        while (fences.next(last) != Fences.NONE) {
            last++;
        }
        floor.away = false;
        rise(fences);
    }

    @Test
    void a_group_of_three_survives_the_loss_of_its_members_and_its_reset() throws Exception {
        GridFixture fixture = fixture(3);
        List<HazelcastInstance> grids = fixture.start(3);
        assertThat(grids.get(0)
                        .getCPSubsystem()
                        .getCPSubsystemManagementService()
                        .awaitUntilDiscoveryCompleted(20, TimeUnit.SECONDS))
                .isTrue();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        GridFences fences = fences(grids.get(0), meters);
        riseUntilABlockComesFromTheGrid(fences, meters);

        // Without a majority the group does not answer, and the database gives blocks.
        fixture.kill(grids.get(1));
        fixture.kill(grids.get(2));
        for (int i = 0; i < 300; i++) {
            rise(fences);
        }
        assertThat(meters.counter("carillon.fences.blocks", "source", "database")
                        .count())
                .isPositive();

        // New members and a reset: the counter begins at 0, tokens do not.
        fixture.start(2);
        eventually().until(() -> grids.get(0).getCluster().getMembers().size() == 3);
        grids.get(0)
                .getCPSubsystem()
                .getCPSubsystemManagementService()
                .reset()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        riseUntilABlockComesFromTheGrid(fences, meters);
        rise(fences);
    }

    private void riseUntilABlockComesFromTheGrid(GridFences fences, SimpleMeterRegistry meters) {
        double before = blocksFromTheGrid(meters);
        eventually().until(() -> {
            rise(fences);
            return blocksFromTheGrid(meters) > before;
        });
    }

    private static double blocksFromTheGrid(SimpleMeterRegistry meters) {
        return meters.counter("carillon.fences.blocks", "source", "grid").count();
    }
}
