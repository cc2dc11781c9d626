package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A gained shard is read twice, and the second reading alone suffices: the comparison with the store comes much later. */
class SecondReadingTest {

    private static final Rhythm WITHOUT_COMPARISON =
            new Rhythm(Rhythm.DEFAULT.preloadEvery(), Duration.ofHours(1), Rhythm.DEFAULT.reloadAfterGain());

    private final LoopWorld world = new LoopWorld(1, LoopSettings.DEFAULT.withRhythm(WITHOUT_COMPARISON));
    private final Member old = world.member("old").gain(1).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @Test
    void a_claim_that_was_committed_between_the_heirs_two_readings_is_found() {
        old.create(job, once(world.now().plusSeconds(10)));
        old.store.hold(Op.WRITE_JOBS);
        world.advance(Duration.ofSeconds(9));
        Member heir = world.member("heir").worker(1);
        heir.store.fate(call -> {
            call.answer();
            if (call.op() == Op.LOAD_LIVE_RUNS) {
                old.store.held().forEach(claim -> old.store.release(claim));
            }
        });
        // As if the epoch that the claim's statement had checked were raised after it.
        heir.loop.gain(Map.of(1, 1L));
        world.settle();
        old.kill();
        assertThat(world.rows.runsOf(job)).hasSize(1);
        world.advance(WITHOUT_COMPARISON.reloadAfterGain());
        assertThat(heir.takeStarted()).hasSize(1);
    }
}
