package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Leases.Renewal;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The workers and gateways of a {@link Storm}: they confirm, renew, end, repeat themselves, fall silent, come late. */
final class StormWorkers {

    /** After which an owner that has not answered is asked again, as the way to it promises. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final AttemptError ERROR = new AttemptError("Error", "drawn", null);

    private final LoopWorld world;
    private final StormMembers members;
    private final SplittableRandom dice;
    private final Duration lease;
    private final JobId poison;
    private final Map<String, Integer> accepted = new HashMap<>();
    private final List<Runnable> promises = new ArrayList<>();
    private boolean behaving;

    /** @param poison the job whose workers fall silent more often than not */
    StormWorkers(LoopWorld world, StormMembers members, SplittableRandom dice, Duration lease, JobId poison) {
        this.world = world;
        this.members = members;
        this.dice = dice;
        this.lease = lease;
        this.poison = poison;
    }

    /** From now on every worker does its work, and every gateway starts what it is offered. */
    void behave() {
        behaving = true;
    }

    void check() {
        promises.forEach(Runnable::run);
        assertThat(accepted).allSatisfy((attempt, times) -> assertThat(times).isEqualTo(1));
    }

    /** An attempt was pushed to a worker of this member. */
    void run(Member gateway, Run run) {
        if (!behaving && dice.nextInt(15) == 0) {
            gateway.workers.finished(run.id(), run.fencingToken());
            return;
        }
        later(behaving ? 10 : 3_000, () -> say(new RunCommand.Accept(run.id(), run.fencingToken()), reply -> {}));
        if (!behaving && dice.nextInt(4) == 0) {
            later(4_000, () -> heartbeat(run));
        }
        later(behaving ? 1_000 : 15_000, () -> {
            gateway.workers.finished(run.id(), run.fencingToken());
            gateway.loop.wake();
            end(run);
        });
    }

    /** What owners have handed off is asked for, or forgotten. */
    void takeOffers() {
        for (Member owner : members.all()) {
            for (Member gateway : members.all()) {
                owner.handOff.takeOffers(gateway.id).forEach(offer -> {
                    later(2_000, () -> owner.handOff.credit(gateway.id, 1));
                    if (behaving || dice.nextInt(5) > 0) {
                        later(1_000, () -> startRemotely(gateway, offer.runId()));
                    }
                });
            }
        }
    }

    private void startRemotely(Member gateway, RunId run) {
        say(new RunCommand.Start(run, "remote-" + gateway.id), reply -> {
            if (reply instanceof RunReply.Granted granted) {
                run(gateway, granted.assignment().run());
            }
        });
    }

    private void heartbeat(Run run) {
        List<Renewal> renewal = List.of(new Renewal(run.id(), run.fencingToken()));
        var unused = world.leases
                .renew(renewal, world.now().plus(lease))
                .thenAccept(missing ->
                        missing.forEach(id -> say(new RunCommand.Held(id, run.fencingToken(), "w"), reply -> {})));
    }

    private void end(Run run) {
        boolean silent = run.jobId().equals(poison) && dice.nextInt(10) > 0;
        int how = behaving ? 0 : dice.nextInt(20);
        if (!behaving && silent) {
            return;
        }
        switch (how) {
            case 11 -> {
                report(run, new Outcome.Success(null));
                report(run, new Outcome.Success(null));
            }
            case 12, 13, 14, 15 -> report(run, new Outcome.Failure(FailureKind.RETRYABLE, ERROR, null));
            case 16 -> say(new RunCommand.HandBack(run.id(), run.fencingToken()), reply -> {});
            case 17 -> later(60_000, () -> report(run, new Outcome.Success(null)));
            case 18 -> report(run, new Outcome.Failure(FailureKind.PERMANENT, ERROR, null));
            case 19 -> {}
            default -> report(run, new Outcome.Success(null));
        }
    }

    /** Until it is acknowledged, as workers do. */
    private void report(Run run, Outcome outcome) {
        say(new RunCommand.Report(run.id(), run.fencingToken(), outcome), reply -> {
            if (reply instanceof RunReply.Retry) {
                later(2_000, () -> report(run, outcome));
            } else if (reply instanceof RunReply.Accepted) {
                accepted.merge(run.id() + "/" + run.fencingToken(), 1, Integer::sum);
                promises.add(() -> assertThat(world.rows.versionsOf(run.id()))
                        .as("an accepted end is kept")
                        .anyMatch(v -> v.fencingToken() == run.fencingToken()
                                && v.lastEnd().reported()));
            }
        });
    }

    /** To the owner by the grid's table, and sometimes to the wrong one. */
    private void say(RunCommand command, Consumer<RunReply> then) {
        Member owner = dice.nextInt(20) == 0
                ? members.any()
                : members.owner(command.runId().shard());
        boolean[] heard = {false};
        Heard<RunReply> answer = owner.sayLater(command, reply -> {
            if (!heard[0]) {
                heard[0] = true;
                then.accept(reply);
            }
        });
        world.time.after(PATIENCE, () -> {
            if (!heard[0] && !answer.answered()) {
                heard[0] = true;
                then.accept(new RunReply.Retry());
            }
        });
    }

    private void later(int mostMillis, Runnable action) {
        world.time.after(Duration.ofMillis(dice.nextInt(mostMillis)), action);
    }
}
