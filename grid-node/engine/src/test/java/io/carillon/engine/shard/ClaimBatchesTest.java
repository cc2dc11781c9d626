package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims of a wave on their way to the store. */
class ClaimBatchesTest {

    private static final int UNDER_WAY_MAX = LoopBounds.DEFAULT.jobBatchesOutstandingMax();
    private static final int WAITING_SHARDS = 4;
    private static final Duration AHEAD = Duration.ofSeconds(30);

    private final LoopWorld world = new LoopWorld();
    private final Member owner = world.member("a")
            .gain(IntStream.rangeClosed(1, UNDER_WAY_MAX + WAITING_SHARDS)
                    .boxed()
                    .toArray(Integer[]::new));

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void what_comes_while_its_shards_batch_waits_for_its_turn_joins_it() {
        Instant first = world.now().plus(AHEAD);
        for (int shard = 1; shard <= UNDER_WAY_MAX + WAITING_SHARDS; shard++) {
            for (int i = 0; i < 3; i++) {
                owner.create(jobIdIn(shard, i), once(first.plusSeconds(i)));
            }
        }
        int before = owner.store.calls(Op.WRITE_JOBS);
        owner.store.hold(Op.WRITE_JOBS);
        world.advance(AHEAD);
        assertThat(owner.store.calls(Op.WRITE_JOBS) - before).as("under way").isEqualTo(UNDER_WAY_MAX);
        owner.store.release();
        world.settle();
        assertThat(world.rows.runs()).hasSize(3 * (UNDER_WAY_MAX + WAITING_SHARDS));
        assertThat(owner.store.calls(Op.WRITE_JOBS) - before)
                .as("one each, and another one for those whose first was under way")
                .isEqualTo(2 * UNDER_WAY_MAX + WAITING_SHARDS);
    }
}
