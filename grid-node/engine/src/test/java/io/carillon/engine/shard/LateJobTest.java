package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job of every second that was looked after by nobody for fifty minutes, five less than its misfire limit. */
class LateJobTest {

    private static final Duration GAP = Duration.ofMinutes(50);
    private static final Duration MISFIRE_AFTER = Duration.ofMinutes(55);
    private static final Duration WITHOUT_WORKERS = Duration.ofMinutes(30);

    private final LoopWorld world = new LoopWorld();
    private final JobId job = jobIdIn(1, 0);
    private final Member before = world.member("before").gain(1);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void has_a_bounded_number_of_live_runs_and_misfires_for_no_slow_worker(MisfirePolicy policy) {
        Member member = afterGap(policy);
        long most = 0;
        for (Duration passed = Duration.ZERO; passed.compareTo(WITHOUT_WORKERS) < 0; passed = passed.plusSeconds(5)) {
            world.advance(Duration.ofSeconds(5));
            most = Math.max(most, waiting());
        }
        assertThat(most).isEqualTo(ClaimPlanner.CATCH_UP_LIVE_MAX);
        member.worker(500);
        Instant end = world.now().plusSeconds(60);
        while (world.now().isBefore(end)) {
            member.takeStarted().forEach(member::succeed);
            world.advance(Duration.ofMillis(500));
        }
        assertThat(world.rows.skipsOf(job)).isEmpty();
        assertThat(world.rows.runsOf(job)).hasSizeGreaterThan(4_800);
    }

    @ParameterizedTest
    @EnumSource(names = {"RUN_ONCE", "SKIP"})
    void misfires_when_the_owner_is_away_while_it_waits(MisfirePolicy policy) {
        Member member = afterGap(policy);
        world.advance(Duration.ofSeconds(5));
        member.kill();
        world.advance(WITHOUT_WORKERS);
        world.member("last").gain(1);
        world.advance(Duration.ofSeconds(5));
        assertThat(world.rows.skipsOf(job))
                .isNotEmpty()
                .extracting(SkipRange::reason)
                .containsOnly(SkipReason.MISFIRE);
    }

    @ParameterizedTest
    @EnumSource
    void runs_all_it_owes_before_it_is_given_other_times(MisfirePolicy policy) {
        Member member = afterGap(policy);
        Instant now = world.now();
        assertThat(member.replace(job, everySeconds(60).misfire(policy, MISFIRE_AFTER))
                        .answer())
                .isEqualTo(new JobReply.Replaced(job, 2, JobReply.Replaced.How.CHANGED));
        assertThat(world.rows.skipsOf(job)).isEmpty();
        assertThat(world.rows.runsOf(job))
                .hasSizeBetween((int) GAP.toSeconds() - 1, (int) GAP.toSeconds() + 2)
                .allMatch(run -> run.revision() == 1 && !run.nominalAt().isAfter(now));
        world.advance(Duration.ofSeconds(130));
        assertThat(world.rows.runsOf(job))
                .filteredOn(run -> run.revision() == 2)
                .extracting(Run::nominalAt)
                .hasSizeBetween(2, 3)
                .allMatch(nominal -> nominal.getEpochSecond() % 60 == 0);
    }

    private Member afterGap(MisfirePolicy policy) {
        before.create(job, everySeconds(1).misfire(policy, MISFIRE_AFTER));
        before.kill();
        world.advance(GAP);
        return world.member("after").gain(1);
    }

    private long waiting() {
        return world.rows.runsOf(job).stream()
                .map(Run::state)
                .filter(state -> state == RunState.WAITING)
                .count();
    }
}
