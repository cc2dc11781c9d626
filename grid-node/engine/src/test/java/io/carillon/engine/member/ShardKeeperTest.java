package io.carillon.engine.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.testkit.FakeOwnership;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Rows;
import io.carillon.engine.testkit.VirtualExecutor;
import io.carillon.engine.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShardKeeperTest {

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime(1);
    private final Rows rows = new Rows(time::peek);
    private final FakeStore store = new FakeStore(rows);
    private final FakeOwnership grid = new FakeOwnership("a");
    private final Served loops = new Served();
    private final ShardKeeper keeper = new ShardKeeper(grid, store, new VirtualExecutor(time));

    /** What the loops were told. */
    private static final class Served implements ShardTaker {
        final Map<Integer, Long> epochs = new TreeMap<>();

        @Override
        public void gain(Map<Integer, Long> gained) {
            epochs.putAll(gained);
        }

        @Override
        public void lose(Set<Integer> shards) {
            epochs.keySet().removeAll(shards);
        }
    }

    ShardKeeperTest() {
        keeper.start(loops);
        time.advance(Duration.ZERO);
    }

    @Test
    void what_the_grid_gives_is_gained_and_what_it_takes_is_lost() {
        own(1, 2, 3);
        assertThat(loops.epochs).containsExactly(Map.entry(1, 1L), Map.entry(2, 1L), Map.entry(3, 1L));
        own(2, 3, 4);
        assertThat(loops.epochs).containsOnlyKeys(2, 3, 4).containsEntry(2, 1L);
        assertThat(keeper.served()).isEqualTo(3);
        own();
        assertThat(loops.epochs).isEmpty();
        assertThat(keeper.served()).isZero();
    }

    @Test
    void what_must_be_known_before_is_asked_for_after_the_epochs_are_raised_and_waited_for() {
        List<Integer> gainsWhenAsked = new ArrayList<>();
        CompletableFuture<Void> known = new CompletableFuture<>();
        Served served = new Served();
        ShardKeeper waiting = new ShardKeeper(
                grid,
                store,
                () -> {
                    gainsWhenAsked.add(store.calls(Op.GAIN));
                    return known;
                },
                new VirtualExecutor(time));
        waiting.start(served);
        grid.own(Set.of(1));
        keeper.close();
        time.advance(LOOK);
        assertThat(gainsWhenAsked).hasSize(1).doesNotContain(0);
        assertThat(served.epochs).isEmpty();
        known.complete(null);
        time.advance(LOOK);
        assertThat(served.epochs).containsOnlyKeys(1);
    }

    @Test
    void nothing_is_gained_twice() {
        own(1);
        time.advance(Duration.ofMinutes(1));
        assertThat(store.calls(Op.GAIN)).isEqualTo(1);
    }

    @Test
    void a_hint_is_followed_at_once() {
        grid.own(Set.of(5));
        keeper.hint();
        time.advance(Duration.ZERO);
        assertThat(loops.epochs).containsOnlyKeys(5);
    }

    @Test
    void a_shard_that_the_store_gave_to_another_is_gained_anew_if_the_grid_says_so() {
        own(1);
        keeper.lost(1);
        time.advance(LOOK);
        assertThat(loops.epochs).containsEntry(1, 2L);
    }

    @Test
    void when_the_store_is_another_one_all_shards_are_dropped_at_once_and_gained_anew() {
        own(1, 2);
        store.hold(Op.GAIN);
        keeper.forgetAll();
        time.advance(Duration.ZERO);
        assertThat(loops.epochs).as("before the new store answers").isEmpty();
        assertThat(keeper.served()).isZero();
        store.release();
        time.advance(LOOK);
        assertThat(loops.epochs).containsExactly(Map.entry(1, 2L), Map.entry(2, 2L));
    }

    @Test
    void a_shard_that_the_store_and_then_the_grid_gave_to_another_is_not_counted_any_more() {
        own(1, 2);
        grid.own(Set.of(2));
        keeper.lost(1);
        time.advance(LOOK);
        assertThat(keeper.served()).isEqualTo(1);
        assertThat(store.calls(Op.GAIN)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void epochs_that_could_not_be_raised_are_raised_later(Fault fault) {
        store.failNext(Op.GAIN, fault);
        own(1);
        assertThat(loops.epochs).isEmpty();
        time.advance(LOOK);
        assertThat(loops.epochs).containsOnlyKeys(1);
        assertThat(keeper.served()).isEqualTo(1);
    }

    @Test
    void while_the_store_is_asked_nothing_more_is_asked() {
        store.hold(Op.GAIN);
        own(1);
        own(1, 2);
        assertThat(store.held()).hasSize(1);
        store.release();
        time.advance(LOOK);
        assertThat(loops.epochs).containsOnlyKeys(1, 2);
    }

    @Test
    void a_member_that_may_not_act_gains_nothing_but_loses() {
        own(1);
        grid.mayAct(false);
        own(2);
        assertThat(loops.epochs).isEmpty();
        grid.mayAct(true);
        time.advance(LOOK);
        assertThat(loops.epochs).containsOnlyKeys(2);
    }

    @Test
    void after_its_end_it_does_nothing() {
        store.hold(Op.GAIN);
        own(1);
        keeper.close();
        store.release();
        keeper.hint();
        keeper.lost(1);
        time.advance(Duration.ofMinutes(1));
        assertThat(loops.epochs).isEmpty();
    }

    private void own(Integer... shards) {
        grid.own(Set.of(shards));
        time.advance(LOOK);
    }
}
