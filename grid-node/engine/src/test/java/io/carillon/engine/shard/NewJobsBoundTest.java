package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** New jobs that wait for a slow store are bounded: whoever asks for more is told so, and nothing that was taken is lost. */
class NewJobsBoundTest {

    private static final int UNDER_WAY = 2;
    private static final int WAITING_MAX = 6;
    private static final LoopSettings SMALL = new LoopSettings(
            LoopSettings.DEFAULT.lookahead(),
            LoopSettings.DEFAULT.leases(),
            LoopSettings.DEFAULT.rhythm(),
            new LoopBounds(1, 2, 6, WAITING_MAX - 1, 1_000),
            LoopSettings.DEFAULT.patience());

    private final LoopWorld world = new LoopWorld(1, SMALL);
    private final Member member = world.member("a").gain(1);

    @Test
    void beyond_the_bound_a_create_is_refused_and_once_the_store_answers_it_is_taken() {
        member.store.hold(Op.WRITE_JOBS);
        List<Heard<JobReply>> taken = new ArrayList<>();
        for (int i = 0; i < UNDER_WAY + WAITING_MAX; i++) {
            taken.add(create(i));
        }
        assertThat(taken).noneMatch(Heard::answered);
        Heard<JobReply> refused = create(100);
        assertThat(refused.answer())
                .isInstanceOfSatisfying(
                        JobReply.Refused.class,
                        reply -> assertThat(reply.refusal()).isEqualTo(Refusal.OVERLOADED));

        member.store.release();
        world.advance(Duration.ofSeconds(1));
        assertThat(taken).allSatisfy(heard -> assertThat(heard.answer()).isInstanceOf(JobReply.Created.class));
        assertThat(create(101).answer()).isInstanceOf(JobReply.Created.class);
        assertThat(world.faults()).isEmpty();
    }

    private Heard<JobReply> create(int number) {
        return member.create(jobIdIn(1, number), once(world.now().plusSeconds(3_600)));
    }
}
