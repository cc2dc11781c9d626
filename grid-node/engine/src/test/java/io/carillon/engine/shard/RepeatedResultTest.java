package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A worker says its result again, since the acknowledgement was lost with a gateway or an owner. Whatever has become of the
 * run meanwhile, it hears {@code already} if its report counted, and {@code stale} if its attempt had been lost before.
 */
class RepeatedResultTest {

    private static final Duration BACKOFF = Duration.ofSeconds(10);
    private static final Duration LEASE = LoopSettings.DEFAULT.leases().duration();

    /** How the first attempt ended. */
    private enum End {
        FAILED(true),
        TIMED_OUT(true),
        LAPSED(false),
        HANDED_BACK(false),
        OVERRUN(false);

        final boolean reported;

        End(boolean reported) {
            this.reported = reported;
        }
    }

    /** What has become of the run since. */
    private enum Since {
        WAITS,
        RUNS_AGAIN,
        SUCCEEDED,
        DIED,
        CANCELLED
    }

    private final LoopWorld world = new LoopWorld();
    private Member member = world.member("a").gain(1).worker(10);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    static Stream<Arguments> rows() {
        return Stream.of(End.values())
                .flatMap(end -> Stream.of(Since.values())
                        .flatMap(since -> Stream.of(false, true).map(newOwner -> Arguments.of(end, since, newOwner))));
    }

    @ParameterizedTest(name = "{0}, since then {1}, under a new owner: {2}")
    @MethodSource("rows")
    void a_repeat_is_told_from_a_late_result(End end, Since since, boolean newOwner) {
        Run first = startOne();
        end(first, end);
        goOn(since);
        if (newOwner) {
            member.kill();
            member = world.member("b").gain(1);
        }
        long stale = world.events.count("stale report");

        RunReply again = member.fail(first, FailureKind.RETRYABLE).answer();

        assertThat(again).isEqualTo(end.reported ? new RunReply.Already() : new RunReply.Stale());
        assertThat(world.events.count("stale report") - stale).isEqualTo(end.reported ? 0 : 1);
        if (since == Since.RUNS_AGAIN) {
            Run second = world.rows.runsOf(job).get(0);
            assertThat(member.succeed(second).answer()).isEqualTo(new RunReply.Accepted());
        }
    }

    @Test
    void while_history_cannot_be_read_the_worker_is_to_ask_again() {
        Run first = startOne();
        end(first, End.FAILED);
        goOn(Since.RUNS_AGAIN);
        member.store.failNext(Op.LOAD_ATTEMPTS, Fault.BEFORE_COMMIT);
        assertThat(member.fail(first, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Retry());
        assertThat(member.fail(first, FailureKind.RETRYABLE).answer()).isEqualTo(new RunReply.Already());
    }

    @Test
    void many_repeats_of_a_turn_are_one_question() {
        Run first = startOne();
        end(first, End.FAILED);
        goOn(Since.RUNS_AGAIN);
        member.store.hold(Op.LOAD_ATTEMPTS);
        Heard<RunReply> one = member.fail(first, FailureKind.RETRYABLE);
        Heard<RunReply> two = member.fail(first, FailureKind.RETRYABLE);
        member.store.release();
        world.settle();
        assertThat(one.answer()).isEqualTo(new RunReply.Already());
        assertThat(two.answer()).isEqualTo(new RunReply.Already());
    }

    private void end(Run run, End end) {
        switch (end) {
            case FAILED -> member.fail(run, FailureKind.RETRYABLE);
            case TIMED_OUT -> member.fail(run, FailureKind.TIMEOUT);
            case LAPSED -> world.advance(LEASE);
            case HANDED_BACK -> member.handBack(run);
            case OVERRUN -> {
                for (int i = 0; i < 9; i++) {
                    world.advance(Duration.ofSeconds(30));
                    member.held(run, "worker-a");
                }
                world.advance(Duration.ofMinutes(1));
            }
        }
        member.workers.finished(run.id(), run.fencingToken());
    }

    /** From where the first attempt has ended. */
    private void goOn(Since since) {
        if (since == Since.WAITS) {
            return;
        }
        if (since == Since.CANCELLED && member.workers.takeAssigned().isEmpty()) {
            member.cancel(world.rows.runsOf(job).get(0).id());
            return;
        }
        world.advance(BACKOFF);
        Run second = world.rows.runsOf(job).get(0);
        member.accept(second);
        switch (since) {
            case SUCCEEDED -> member.succeed(second);
            case DIED -> member.fail(second, FailureKind.PERMANENT);
            case CANCELLED -> {
                member.cancel(second.id());
                member.report(second, new Outcome.Cancelled());
            }
            case WAITS, RUNS_AGAIN -> {}
        }
    }

    private Run startOne() {
        member.create(job, once(world.now()).retries(5));
        Run run = member.takeOneStarted();
        member.accept(run);
        return run;
    }
}
