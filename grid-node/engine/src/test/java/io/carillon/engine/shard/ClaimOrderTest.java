package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A wave that is claimed long before it is due does not stand in the way of what is due meanwhile. */
class ClaimOrderTest {

    private static final int CROWD = 200;

    /** Ten claims on their way at most; of a wave, all are called a minute ahead. */
    private static final LoopSettings NARROW = new LoopSettings(
            new Lookahead(Duration.ofSeconds(60), Duration.ofMillis(2_550), 1),
            LoopSettings.DEFAULT.leases(),
            LoopSettings.DEFAULT.rhythm(),
            new LoopBounds(5, 2, 1, 1_000, 1_000),
            LoopSettings.DEFAULT.patience());

    private final LoopWorld world = new LoopWorld(1, NARROW);
    private final Member member = world.member("a").gain(1, 2).worker(10);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void what_is_due_sooner_is_claimed_first_although_it_was_called_later() {
        Instant wave = world.now().plusSeconds(50);
        Instant soon = world.now().plusSeconds(20);
        JobId other = jobIdIn(2, 0);
        member.store.hold(Op.WRITE_JOBS);
        for (int i = 0; i < CROWD; i++) {
            member.create(jobIdIn(1, i), once(wave));
            member.store.release();
            member.store.hold(Op.WRITE_JOBS);
        }
        member.create(other, once(soon));
        member.store.release();
        member.store.hold(Op.WRITE_JOBS);
        world.advanceTo(soon.minusSeconds(2));

        int writes = 0;
        while (world.rows.runsOf(other).isEmpty()) {
            member.store.release(member.store.held(Op.WRITE_JOBS).get(0));
            world.advance(Duration.ofMillis(1));
            writes++;
        }
        assertThat(writes).as("behind those that were on their way").isLessThanOrEqualTo(CROWD / 20);
        member.store.release();
    }
}
