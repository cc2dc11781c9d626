package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.CAPABILITY;
import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static io.carillon.engine.testkit.JobMaker.once;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.run.Run;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.command.RunReply.Waits.For;
import io.carillon.engine.shard.LoopWorld.Member;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever asks what a run waits for hears what its owner knows. */
class WaitReasonTest {

    private final LoopWorld world = new LoopWorld();
    private final Member member = world.member("a").gain(1);
    private final JobId job = jobIdIn(1, 0);

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
    }

    @Test
    void nothing_else_than_its_row_says() {
        member.create(job, once(world.now()));
        assertThat(explain(onlyRun())).as("no worker").isEqualTo(new Waits(For.NOTHING_ELSE, null));
        member.worker(1);
        Run run = member.takeOneStarted();
        assertThat(explain(run.id())).as("at work").isEqualTo(new Waits(For.NOTHING_ELSE, null));
        member.succeed(run);
        assertThat(explain(run.id())).as("ended").isEqualTo(new Waits(For.NOTHING_ELSE, null));
        assertThat(explain(RunId.of(job, world.now(), Trigger.SCHEDULE, null)))
                .as("never was")
                .isEqualTo(new Waits(For.NOTHING_ELSE, null));
    }

    @Test
    void another_run_of_its_job() {
        member.worker(10);
        member.create(job, everySeconds(10).overlap(OverlapPolicy.QUEUE_ONE));
        Run first = member.awaitOneStarted(Duration.ofSeconds(11));
        member.accept(first);
        world.advance(Duration.ofSeconds(11));
        Run second = world.rows.runsOf(job).stream()
                .max(Comparator.comparing(Run::nominalAt))
                .orElseThrow();
        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(explain(second.id())).isEqualTo(new Waits(For.ANOTHER_RUN, null));
        member.succeed(first);
        member.succeed(member.takeOneStarted());
    }

    @Test
    void a_store_that_refuses_its_row() {
        member.worker(10);
        member.create(job, once(world.now().plusSeconds(5)));
        world.advance(Duration.ofSeconds(4));
        RunId run = onlyRun();
        world.rows.reject(run, "no");
        world.advance(Duration.ofSeconds(10));
        Instant earliest = world.now();
        Waits waits = explain(run);
        assertThat(waits.what()).isEqualTo(For.STORE_REFUSES);
        assertThat(waits.until()).isBetween(earliest, earliest.plus(Rejections.PARKED_FOR));
        world.rows.rejectNothing();
        assertThat(member.awaitOneStarted(Rejections.PARKED_FOR).startedAt()).isEqualTo(waits.until());
    }

    @Test
    void attempts_that_nobody_confirmed() {
        member.worker(10);
        member.create(job, once(world.now()));
        Run run = member.takeOneStarted();
        for (int lapse = 1; lapse <= 3; lapse++) {
            world.advance(LoopSettings.DEFAULT.leases().accept());
            member.workers.finished(run.id(), run.fencingToken());
            run = lapse < 3 ? member.takeOneStarted() : run;
        }
        Waits waits = explain(run.id());
        assertThat(waits.what()).isEqualTo(For.ATTEMPTS_UNCONFIRMED);
        assertThat(member.awaitOneStarted(Duration.ofSeconds(2)).startedAt()).isEqualTo(waits.until());
    }

    @Test
    void a_gateway_that_was_offered_it() {
        member.handOff.connect("b", CAPABILITY, 1);
        member.create(job, once(world.now()));
        RunId run = onlyRun();
        assertThat(explain(run)).isEqualTo(new Waits(For.OFFERED, null));
    }

    @Test
    void a_run_of_its_owner_that_ends() {
        member.worker(10);
        world.rows.limitRunning("owner", 1);
        member.create(jobIdIn(1, 1), once(world.now()));
        Run first = member.takeOneStarted();
        member.create(job, once(world.now()));
        assertThat(explain(onlyRun())).isEqualTo(new Waits(For.OVER_MAX_RUNNING, null));
        member.succeed(first);
        member.succeed(member.takeOneStarted());
    }

    private RunId onlyRun() {
        assertThat(world.rows.runsOf(job)).hasSize(1);
        return world.rows.runsOf(job).get(0).id();
    }

    private Waits explain(RunId run) {
        return (Waits) member.say(new RunCommand.Explain(run)).answer();
    }
}
