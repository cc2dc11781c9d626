package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Overlap is edited while runs are live. What is made is a matter of the definition in force, which counts all that live;
 * whether two runs take turns, of the newer one of theirs. The job is due every ten seconds.
 */
class OverlapEditTest {

    private final LoopWorld world = new LoopWorld();
    private final JobId job = jobIdIn(1, 0);
    private Member member = world.member("a").gain(1);
    private final List<Run> working = new ArrayList<>();
    private Instant first = Instant.MAX;

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"SKIP", "QUEUE_ONE"})
    void what_runs_and_waits_by_allow_keeps_new_ones_from_being_made(OverlapPolicy next) {
        create(OverlapPolicy.ALLOW, 2);
        advanceTo(25);
        assertThat(working()).containsExactly(at(0), at(10));
        assertThat(made()).containsExactly(at(0), at(10), at(20));
        edit(next);
        advanceTo(45);
        assertThat(made()).as("three live").containsExactly(at(0), at(10), at(20));
        assertThat(skipped()).isEqualTo(2);
        succeed(at(0));
        assertThat(working()).as("they do not take turns").containsExactly(at(10), at(20));
        advanceTo(51);
        assertThat(skipped()).as("two live").isEqualTo(3);
        succeed(at(10));
        advanceTo(61);
        boolean waits = next == OverlapPolicy.QUEUE_ONE;
        assertThat(skipped()).isEqualTo(waits ? 3 : 4);
        assertThat(working()).as("the new one waits for the old one").containsExactly(at(20));
        succeed(at(20));
        advanceTo(71);
        assertThat(working()).containsExactly(waits ? at(60) : at(70));
    }

    @Test
    void what_is_behind_goes_on_by_itself_when_overlap_is_allowed_and_new_ones_wait_for_nobody() {
        create(OverlapPolicy.QUEUE_ONE, 10);
        advanceTo(11);
        assertThat(working()).containsExactly(at(0));
        edit(OverlapPolicy.ALLOW);
        advanceTo(32);
        assertThat(working()).as("the one behind still waits").containsExactly(at(0), at(20), at(30));
        succeed(at(0));
        assertThat(working()).as("newer ones are not in its way").containsExactly(at(20), at(30), at(10));
        advanceTo(61);
        assertThat(working()).endsWith(at(40), at(50), at(60));
        assertThat(world.rows.skipsOf(job)).isEmpty();
    }

    @Test
    void the_next_owner_takes_turns_in_the_same_way() {
        create(OverlapPolicy.QUEUE_ONE, 10);
        advanceTo(11);
        edit(OverlapPolicy.ALLOW);
        advanceTo(22);
        member.kill();
        member = world.member("b").gain(1).worker(10);
        working.forEach(run -> member.held(run, "worker-a"));
        advanceTo(32);
        assertThat(working()).containsExactly(at(0), at(20), at(30));
        succeed(at(0));
        assertThat(working()).containsExactly(at(20), at(30), at(10));
    }

    @Test
    void from_skip_to_allow_the_next_one_starts_beside_the_one_that_runs() {
        create(OverlapPolicy.SKIP, 10);
        advanceTo(15);
        assertThat(skipped()).isEqualTo(1);
        edit(OverlapPolicy.ALLOW);
        advanceTo(31);
        assertThat(working()).containsExactly(at(0), at(20), at(30));
        assertThat(skipped()).isEqualTo(1);
    }

    @Test
    void from_queue_one_to_skip_the_one_behind_runs_and_nothing_is_made_until_it_has() {
        create(OverlapPolicy.QUEUE_ONE, 10);
        advanceTo(11);
        edit(OverlapPolicy.SKIP);
        advanceTo(25);
        succeed(at(0));
        assertThat(working()).containsExactly(at(10));
        advanceTo(35);
        assertThat(skipped()).isEqualTo(2);
        succeed(at(10));
        advanceTo(41);
        assertThat(working()).containsExactly(at(40));
    }

    @Test
    void from_skip_to_queue_one_the_next_one_waits_behind_the_one_that_runs() {
        create(OverlapPolicy.SKIP, 10);
        advanceTo(5);
        edit(OverlapPolicy.QUEUE_ONE);
        advanceTo(25);
        assertThat(made()).containsExactly(at(0), at(10));
        assertThat(working()).containsExactly(at(0));
        succeed(at(0));
        assertThat(working()).containsExactly(at(10));
        assertThat(skipped()).isEqualTo(1);
    }

    @Test
    void one_that_was_made_by_allow_and_is_redriven_waits_for_the_one_that_runs_now() {
        create(OverlapPolicy.ALLOW, 10);
        advanceTo(1);
        Run dead = working.remove(0);
        member.fail(dead, FailureKind.PERMANENT);
        edit(OverlapPolicy.SKIP);
        advanceTo(11);
        assertThat(working()).containsExactly(at(10));
        answered(member.ask(new JobCommand.RedriveRun(Principal.ANONYMOUS, dead.id())));
        advanceTo(12);
        assertThat(working()).containsExactly(at(10));
        succeed(at(10));
        assertThat(working()).containsExactly(at(0));
    }

    private void create(OverlapPolicy overlap, int slots) {
        member.create(job, everySeconds(10).overlap(overlap));
        Instant due = world.rows.job(job).orElseThrow().nextDueAt();
        assertThat(due).isNotNull();
        first = due;
        member.worker(slots);
    }

    private void edit(OverlapPolicy overlap) {
        answered(member.replace(job, everySeconds(10).overlap(overlap)));
        takeStarted();
    }

    private void answered(Heard<?> heard) {
        world.settle();
        assertThat(heard.answered()).isTrue();
    }

    /** So many seconds after the first due time; what is started meanwhile is accepted, and kept alive. */
    private void advanceTo(long seconds) {
        while (world.now().isBefore(at(seconds))) {
            world.advance(Duration.ofMillis(500));
            takeStarted();
            working.forEach(run -> world.leases.heartbeat(
                    run.id(), run.fencingToken(), world.now().plusSeconds(60)));
        }
    }

    private void succeed(Instant nominal) {
        Run run = working.stream()
                .filter(each -> each.nominalAt().equals(nominal))
                .findFirst()
                .orElseThrow();
        working.remove(run);
        member.succeed(run);
        takeStarted();
    }

    private void takeStarted() {
        for (Run run : member.takeStarted()) {
            member.accept(run);
            working.add(run);
        }
    }

    private Instant at(long seconds) {
        return first.plusSeconds(seconds);
    }

    /** The nominal times of the runs at work, in the order in which they were started. */
    private List<Instant> working() {
        return working.stream().map(Run::nominalAt).toList();
    }

    /** The nominal times that are due and have become runs. */
    private List<Instant> made() {
        return world.rows.runsOf(job).stream()
                .map(Run::nominalAt)
                .filter(nominal -> !nominal.isAfter(world.now()))
                .sorted()
                .toList();
    }

    private long skipped() {
        assertThat(world.rows.skipsOf(job)).extracting(SkipRange::reason).allMatch(SkipReason.OVERLAP::equals);
        return world.rows.skipsOf(job).stream().mapToLong(SkipRange::n).sum();
    }
}
