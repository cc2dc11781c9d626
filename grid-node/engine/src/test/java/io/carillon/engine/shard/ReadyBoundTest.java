package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobId;
import static io.carillon.engine.testkit.JobMaker.once;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More runs wait than memory has room for. */
class ReadyBoundTest {

    private static final int MOST = 100;
    private static final String DEAD = "dead";
    private static final Capability OF_DEAD = new Capability(DEAD, JobMaker.CAPABILITY.handler());
    private static final Integer[] SHARDS = IntStream.range(0, 256).boxed().toArray(Integer[]::new);

    private final LoopWorld world = new LoopWorld(1, LoopSettings.DEFAULT.withWaitingMax(MOST));
    private Member member = world.member("a").gain(SHARDS);
    private long jobs;

    @AfterEach
    void memory_is_bounded_and_nothing_was_missed() {
        world.settle();
        assertThat(LoopLook.tooMuchWaiting(member.loop, MOST)).isEmpty();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
        assertThat(world.events.count("queue deadline passed")).isZero();
        assertThat(world.events.count("reconciled run_missing")).isZero();
    }

    @Test
    void ten_thousand_runs_of_a_pool_without_workers_are_in_nobodys_way() {
        backlog(10_000, () -> once(world.now()).pool(DEAD));
        assertThat(member.loop.gauges().liveRuns()).isLessThanOrEqualTo(MOST);
        world.advance(Duration.ofMinutes(1));
        assertThat(member.loop.gauges().runsBeyond() + member.loop.gauges().readyRuns())
                .isEqualTo(10_000);
        member.worker(1);
        for (int i = 0; i < 5; i++) {
            member.create(next(), once(world.now()));
            member.succeed(member.takeOneStarted());
        }
        world.advance(Duration.ofMinutes(20));
        member.workers.connect("late", 500, OF_DEAD);
        Instant connected = world.now();
        world.advance(Duration.ofSeconds(1));
        assertThat(member.takeStarted())
                .as("a second after a worker has come")
                .isNotEmpty()
                .allSatisfy(run -> {
                    assertThat(run.pool()).isEqualTo(DEAD);
                    member.succeed(run);
                });
        runAll(member);
        assertThat(waiting()).isEmpty();
        assertThat(Duration.between(connected, world.now())).isLessThan(Duration.ofMinutes(2));
    }

    @Test
    void a_backlog_of_one_owner_gives_way_to_others_and_to_what_is_more_urgent() {
        backlog(1_000, () -> once(world.now()));
        RunId other = runOf(member, once(world.now()).owner("other"));
        RunId urgent = runOf(member, once(world.now()).priority(9));
        member.workers.connect("w", 4, JobMaker.CAPABILITY);
        member.loop.wake();
        world.settle();
        assertThat(ids(member.takeStarted())).contains(other, urgent);
    }

    @Test
    void what_waits_in_the_store_comes_by_owners_turns_and_by_its_time() {
        List<RunId> first = new ArrayList<>();
        List<RunId> second = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            first.add(runOf(member, once(world.now()).owner("first")));
            world.advance(Duration.ofMillis(1));
        }
        for (int i = 0; i < 300; i++) {
            second.add(runOf(member, once(world.now()).owner("second")));
            world.advance(Duration.ofMillis(1));
        }
        member.workers.connect("w", 10, JobMaker.CAPABILITY);
        member.loop.wake();
        List<RunId> started = new ArrayList<>();
        while (started.size() < 600) {
            world.advance(Duration.ofMillis(50));
            for (Run run : member.takeStarted()) {
                started.add(run.id());
                member.succeed(run);
            }
        }
        assertThat(started.stream().filter(first::contains)).containsExactlyElementsOf(first);
        assertThat(started.stream().filter(second::contains)).containsExactlyElementsOf(second);
        assertThat(started.subList(0, 200).stream().filter(second::contains).count())
                .isBetween(60L, 140L);
    }

    @Test
    void whoever_gains_the_shards_reads_what_can_run() {
        backlog(500, () -> once(world.now()).pool(DEAD));
        Set<RunId> living = backlog(500, () -> once(world.now()));
        member.worker(3);
        List<Run> running = member.takeStarted();
        running.forEach(member::accept);
        member.kill();
        member = world.member("b").gain(SHARDS);
        assertThat(running).hasSize(3).allMatch(run -> isInMemory(run.id()));
        running.forEach(member::succeed);
        member.workers.connect("w", 50, JobMaker.CAPABILITY);
        runAll(member);
        assertThat(waiting()).hasSize(500).doesNotContainAnyElementsOf(living);
    }

    @Test
    void runs_in_the_store_alone_expire() {
        backlog(300, () -> once(world.now()).pool(DEAD));
        Set<RunId> hasty = backlog(300, () -> once(world.now()).pool(DEAD).startBefore(Duration.ofMinutes(1)));
        world.advance(Duration.ofSeconds(80));
        assertThat(hasty)
                .allSatisfy(
                        run -> assertThat(world.rows.run(run)).map(Run::reason).contains("expired"));
        assertThat(waiting()).hasSize(300);
    }

    /** Of more lanes than one statement reads each has its turn. */
    @Test
    void runs_of_many_lanes_in_the_store_alone_expire() {
        Set<RunId> hasty = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            String owner = "owner-" + i;
            hasty.addAll(
                    backlog(6, () -> once(world.now()).owner(owner).pool(DEAD).startBefore(Duration.ofMinutes(1))));
        }
        world.advance(Duration.ofSeconds(80));
        assertThat(hasty)
                .allSatisfy(
                        run -> assertThat(world.rows.run(run)).map(Run::reason).contains("expired"));
    }

    @Test
    void a_run_in_the_store_alone_is_cancelled() {
        Set<RunId> runs = backlog(300, () -> once(world.now()).pool(DEAD));
        RunId out = runs.stream().filter(run -> !isInMemory(run)).findFirst().orElseThrow();
        assertThat(member.cancel(out).answer()).isEqualTo(new JobReply.Done());
        assertThat(world.rows.run(out)).map(Run::state).contains(RunState.CANCELLED);
    }

    @Test
    void a_deleted_job_has_no_run_left_when_its_caller_hears_of_it() {
        JobId job = next();
        member.create(job, everySeconds(3_600).pool(DEAD));
        for (int i = 0; i < 300; i++) {
            member.trigger(job, "r" + i);
        }
        member.delete(job).answer();
        assertThat(world.rows.runsOf(job))
                .hasSize(300)
                .allSatisfy(run -> assertThat(run.state()).isEqualTo(RunState.CANCELLED));
    }

    @Test
    void held_runs_in_the_store_alone_wait_until_their_job_is_resumed() {
        JobId job = next();
        member.create(job, everySeconds(3_600));
        for (int i = 0; i < 300; i++) {
            member.trigger(job, "r" + i);
        }
        member.hold(job);
        backlog(200, () -> once(world.now()).owner("other"));
        member.workers.connect("w", 50, JobMaker.CAPABILITY);
        runAll(member);
        assertThat(waiting()).hasSize(300);
        member.resume(job);
        runAll(member);
        assertThat(waiting()).isEmpty();
    }

    @Test
    void what_waits_for_its_retry_comes_back_at_its_time() {
        Set<RunId> runs = backlog(300, () -> once(world.now()).backoff(Duration.ofMinutes(10)));
        member.workers.connect("w", 500, JobMaker.CAPABILITY);
        Set<RunId> failed = new HashSet<>();
        for (int i = 0; i < 200 && failed.size() < runs.size(); i++) {
            world.advance(Duration.ofMillis(100));
            for (Run run : member.takeStarted()) {
                member.fail(run, FailureKind.RETRYABLE);
                failed.add(run.id());
            }
        }
        assertThat(failed).isEqualTo(runs);
        world.advance(Duration.ofMinutes(9));
        assertThat(member.takeStarted()).isEmpty();
        world.advance(Duration.ofSeconds(61));
        runAll(member);
        assertThat(waiting()).isEmpty();
    }

    /** Its definition before let runs be beside each other, and those that wait are in the store alone. */
    @Test
    void a_job_that_takes_turns_now_makes_no_run_while_one_of_before_waits_in_the_store() {
        JobId job = next();
        backlog(MOST, () -> once(world.now()).pool(DEAD));
        member.create(job, everySeconds(10).pool(DEAD));
        world.advance(Duration.ofMinutes(20));
        int before = world.rows.runsOf(job).size();
        assertThat(world.rows.runsOf(job))
                .anySatisfy(run -> assertThat(isInMemory(run.id())).isFalse());
        member.replace(job, everySeconds(10).pool(DEAD).overlap(OverlapPolicy.SKIP));
        world.advance(Duration.ofMinutes(5));
        assertThat(world.rows.runsOf(job)).hasSizeLessThanOrEqualTo(before + 1);
    }

    private Set<RunId> backlog(int runs, Supplier<JobMaker> definition) {
        return IntStream.range(0, runs)
                .mapToObj(i -> runOf(member, definition.get()))
                .collect(toSet());
    }

    private RunId runOf(Member owner, JobMaker definition) {
        JobId job = next();
        owner.create(job, definition);
        return world.rows.runsOf(job).get(0).id();
    }

    private JobId next() {
        return jobId(++jobs);
    }

    /** Each that starts succeeds, until none starts for a while. */
    private void runAll(Member owner) {
        owner.loop.wake();
        for (int quiet = 0; quiet < 20; ) {
            world.advance(Duration.ofMillis(100));
            List<Run> started = owner.takeStarted();
            started.forEach(owner::succeed);
            quiet = started.isEmpty() ? quiet + 1 : 0;
        }
    }

    private boolean isInMemory(RunId run) {
        ShardState shard = member.loop.loop.activeShard(run.shard());
        return shard != null && shard.runs.containsKey(run);
    }

    private Set<RunId> waiting() {
        return world.rows.runs().stream()
                .filter(run -> run.state() == RunState.WAITING)
                .map(Run::id)
                .collect(toSet());
    }

    private static Set<RunId> ids(List<Run> runs) {
        return runs.stream().map(Run::id).collect(toSet());
    }
}
