package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.WorkerSlot;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A worker reports the attempt with which a run died, again or for the first time, after the run was redriven. It hears what it
 * would have heard before, and the redriven run does not notice.
 */
class RepeatAfterRedriveTest {

    private static final String WORKER = "worker";
    private static final Duration LEASE = LoopSettings.DEFAULT.leases().duration();
    private static final Duration BACKOFF_MOST = Duration.ofSeconds(12);

    /** How the attempt ended after which the run was dead. */
    private enum End {
        FAILED_FOR_GOOD(true),
        FAILED(true),
        TIMED_OUT(true),
        LAPSED(false),
        OVERRUN(false);

        final boolean reported;

        End(boolean reported) {
            this.reported = reported;
        }
    }

    /** What has become of the run since the redrive. */
    private enum Since {
        WAITS,
        RUNS,
        WAITS_FOR_A_RETRY,
        SUCCEEDED,
        DIED_AGAIN,
        WAITS_REDRIVEN_AGAIN,
        CANCELLED
    }

    private enum OwnerDies {
        NEVER,
        BEFORE_THE_REDRIVE,
        BEFORE_THE_REPORT,
        BEFORE_BOTH
    }

    private final LoopWorld world = new LoopWorld();
    private Member member = world.member("a").gain(1);
    private @Nullable WorkerSlot worker;
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    static Stream<Arguments> rows() {
        return Stream.of(End.values())
                .flatMap(end -> Stream.of(Since.values())
                        .flatMap(since -> Stream.of(OwnerDies.values())
                                .flatMap(dies -> Stream.of(true, false)
                                        .map(success -> Arguments.of(end, since, dies, success)))));
    }

    @ParameterizedTest(name = "{0}, redriven: {1}; the owner dies: {2}; a success is reported: {3}")
    @MethodSource("rows")
    void it_hears_what_it_would_have_heard_and_the_redriven_run_does_not_notice(
            End end, Since since, OwnerDies dies, boolean success) {
        Run last = dieBy(end);
        if (dies == OwnerDies.BEFORE_THE_REDRIVE || dies == OwnerDies.BEFORE_BOTH) {
            becomeAnotherMember("b");
        }
        redrive(last.id());
        Run current = goOn(last.id(), since);
        if (dies == OwnerDies.BEFORE_THE_REPORT || dies == OwnerDies.BEFORE_BOTH) {
            becomeAnotherMember("c");
        }
        Optional<Run> before = world.rows.run(last.id());

        RunReply reply = member.report(last, success ? new Outcome.Success(null) : failure(FailureKind.RETRYABLE))
                .answer();

        assertThat(reply).isEqualTo(end.reported ? new RunReply.Already() : new RunReply.Stale());
        assertThat(world.rows.run(last.id())).isEqualTo(before);
        if (since == Since.RUNS) {
            assertThat(current.fencingToken()).isGreaterThan(last.fencingToken());
            assertThat(member.succeed(current).answer()).isEqualTo(new RunReply.Accepted());
        }
    }

    /** The one that counted is the redriven run's own; the report before it is another's. */
    @ParameterizedTest
    @EnumSource(End.class)
    void a_result_of_the_redriven_attempt_is_repeated_as_any_other(End end) {
        Run last = dieBy(end);
        redrive(last.id());
        Run current = goOn(last.id(), Since.SUCCEEDED);
        becomeAnotherMember("b");

        assertThat(member.succeed(current).answer()).isEqualTo(new RunReply.Already());
        assertThat(member.succeed(last).answer())
                .isEqualTo(end.reported ? new RunReply.Already() : new RunReply.Stale());
        assertThat(world.rows.run(last.id())).map(Run::state).contains(RunState.SUCCEEDED);
    }

    /** The last attempt of a run that is dead now, with no worker left to take it when it comes back. */
    private Run dieBy(End end) {
        connectWorker();
        member.create(job, once(world.now()).retries(1));
        Run run = takeAccepted();
        if (end != End.FAILED_FOR_GOOD) {
            member.fail(run, FailureKind.RETRYABLE);
            run = takeAccepted();
        }
        switch (end) {
            case FAILED_FOR_GOOD -> member.fail(run, FailureKind.PERMANENT);
            case FAILED -> member.fail(run, FailureKind.RETRYABLE);
            case TIMED_OUT -> member.fail(run, FailureKind.TIMEOUT);
            case LAPSED -> run = lapseUntilDead(run);
            case OVERRUN -> {
                for (int i = 0; i < 9; i++) {
                    world.advance(Duration.ofSeconds(30));
                    member.held(run, WORKER);
                }
                world.advance(Duration.ofMinutes(1));
            }
        }
        assertThat(world.rows.run(run.id())).map(Run::state).contains(RunState.DEAD);
        member.workers.finished(run.id(), run.fencingToken());
        disconnectWorker();
        return run;
    }

    private Run lapseUntilDead(Run first) {
        Run run = first;
        while (true) {
            world.advance(LEASE);
            member.workers.finished(run.id(), run.fencingToken());
            if (world.rows.run(run.id()).orElseThrow().state() == RunState.DEAD) {
                return run;
            }
            run = takeAccepted();
        }
    }

    /** @return the latest attempt, or the run as it waits for one */
    private Run goOn(RunId id, Since since) {
        if (since == Since.CANCELLED) {
            member.cancel(id);
        }
        if (since == Since.WAITS || since == Since.CANCELLED) {
            return world.rows.run(id).orElseThrow();
        }
        connectWorker();
        Run next = takeAccepted();
        switch (since) {
            case WAITS_FOR_A_RETRY -> member.fail(next, FailureKind.RETRYABLE);
            case SUCCEEDED -> member.succeed(next);
            case DIED_AGAIN -> member.fail(next, FailureKind.PERMANENT);
            case WAITS_REDRIVEN_AGAIN -> {
                member.fail(next, FailureKind.PERMANENT);
                disconnectWorker();
                redrive(id);
            }
            case RUNS, WAITS, CANCELLED -> {}
        }
        return next;
    }

    private void redrive(RunId run) {
        assertThat(member.ask(new JobCommand.RedriveRun(Principal.ANONYMOUS, run))
                        .answer())
                .isEqualTo(new JobReply.Done());
    }

    private void becomeAnotherMember(String id) {
        member.kill();
        member = world.member(id).gain(1);
        worker = null;
    }

    private void connectWorker() {
        worker = member.workers.connect(WORKER, 10, JobMaker.CAPABILITY);
        member.loop.wake();
        world.settle();
    }

    private void disconnectWorker() {
        if (worker != null) {
            member.workers.disconnect(worker);
            worker = null;
        }
    }

    private Run takeAccepted() {
        Run run = member.awaitOneStarted(BACKOFF_MOST);
        member.accept(run);
        return run;
    }

    private static Outcome failure(FailureKind kind) {
        return new Outcome.Failure(kind, new AttemptError("Error", "told to", null), null);
    }
}
