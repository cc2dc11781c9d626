package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Created;
import io.carillon.domain.job.JobReply.Triggered;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Members, their workers, their clients, and everything that can happen to them, drawn from a seed: slow, lost and doubled
 * answers of the store, outages, shards that change hands, members stopped and killed, workers that fall silent, leases
 * lost, tokens used up. Then calm; and then nothing may be lost, doubled or left behind.
 */
final class Storm {

    private static final int JOBS = 12;
    private static final List<JobId> IDS = IntStream.range(0, JOBS)
            .mapToObj(n -> JobMaker.jobIdIn(1 + n % 4, n / 4))
            .toList();
    private static final LoopSettings SETTINGS =
            LoopSettings.DEFAULT.withLease(Duration.ofSeconds(10)).withHandOffTimeout(Duration.ofSeconds(5));

    private final SplittableRandom dice;
    private final LoopWorld world;
    private final StormMembers members;
    private final StormWorkers workers;
    private final List<Runnable> promises = new ArrayList<>();
    private final StormHolds holds = new StormHolds();
    private int moves;

    Storm(long seed) {
        this.dice = new SplittableRandom(seed);
        this.world = new LoopWorld(seed, SETTINGS);
        world.rows.ownWritesOutliveTheEpoch(dice.nextBoolean());
        if (dice.nextInt(3) == 0) {
            world.time.creep(Duration.ofNanos(1_000));
        }
        this.members = new StormMembers(world, dice);
        this.workers = new StormWorkers(world, members, dice, SETTINGS.leases().duration(), IDS.get(0));
        members.begin(workers);
    }

    void rage(int steps) {
        for (int i = 0; i < steps; i++) {
            act();
            world.advance(Duration.ofMillis(dice.nextInt(1_500)));
            holds.look(world.now());
        }
    }

    void clear() {
        workers.behave();
        members.heal();
        calmly(Duration.ofMinutes(1));
        IDS.forEach(this::resume);
        for (int n = 0; n < JOBS; n++) {
            JobId job = IDS.get(n);
            expect(n % 2 == 0 ? owner(job).pause(job) : owner(job).delete(job));
        }
        // Longer than anything is parked, or waits for its retry.
        calmly(Rejections.PARKED_FOR.plusMinutes(2));
        for (int n = 0; n < JOBS; n += 4) {
            resume(IDS.get(n));
        }
        calmly(Duration.ofMinutes(1));
    }

    void check() {
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
        promises.forEach(Runnable::run);
        workers.check();
        holds.check(world.rows);
        Instant now = world.now();
        for (Run run : world.rows.runs()) {
            boolean old = run.eligibleAt().plusSeconds(60).isBefore(now);
            assertThat(!old || run.state().terminal())
                    .as("left behind: %s", run)
                    .isTrue();
        }
        for (Job job : world.rows.jobs()) {
            boolean overdue = job.nextDueAt() != null && job.nextDueAt().isBefore(now);
            assertThat(overdue).as("not claimed: %s", job).isFalse();
        }
    }

    CountedEvents events() {
        return world.events;
    }

    private void calmly(Duration span) {
        for (Duration left = span; !left.isNegative(); left = left.minusSeconds(5)) {
            members.keep();
            workers.takeOffers();
            world.advance(Duration.ofSeconds(5));
        }
        world.settle();
    }

    // ---- what can happen

    private void act() {
        switch (dice.nextInt(30)) {
            case 0, 1, 2, 3, 4, 5 -> create();
            case 6 -> {
                JobId job = anyJob();
                expect(owner(job).pause(job));
            }
            case 7 -> {
                JobId job = anyJob();
                holds.asked(job, owner(job).hold(job));
            }
            case 8, 9 -> resume(anyJob());
            case 10 -> delete();
            case 11, 12 -> trigger();
            case 13, 14 -> cancel();
            case 15 -> members.handOver();
            case 16 -> world.rows.steal(members.anyShard());
            case 17 -> members.stopOne();
            case 18 -> members.killOne();
            case 19 -> outage();
            case 20 -> members.any().fences.dry(dice.nextBoolean());
            case 21 -> members.any().ownership.mayAct(dice.nextInt(3) > 0);
            case 22 -> loseLeases();
            case 23 -> world.leases.away(dice.nextInt(3) == 0);
            case 24 -> reject();
            case 25 -> world.time.step(Duration.ofMillis(dice.nextInt(3_000)));
            case 26 -> moveBehindItsOwnersBack();
            default -> {
                members.keep();
                workers.takeOffers();
            }
        }
    }

    private void create() {
        JobId job = anyJob();
        Instant now = world.now();
        JobMaker maker = switch (dice.nextInt(5)) {
            case 0 -> JobMaker.once(now.plusSeconds(dice.nextInt(100)));
            case 1 -> JobMaker.once(now.minusSeconds(dice.nextInt(1_000)));
            case 2 -> JobMaker.everySeconds(1);
            case 3 -> JobMaker.everySeconds(5).endsAt(now.plusSeconds(200));
            default -> JobMaker.everySeconds(2 + dice.nextInt(20));
        };
        maker.misfire(one(MisfirePolicy.values()), Duration.ofSeconds(2 + dice.nextInt(30)))
                .retries(dice.nextInt(4))
                .backoff(Duration.ofSeconds(1 + dice.nextInt(5)))
                .key(dice.nextInt(4) == 0 ? "key" + dice.nextInt(3) : "of " + job);
        promise(owner(job).create(job, maker), reply -> {
            if (reply instanceof Created created) {
                assertThat(world.rows.job(created.jobId())).isPresent();
            }
        });
    }

    private void resume(JobId job) {
        holds.over(job, world.now());
        expect(owner(job).resume(job));
    }

    private void delete() {
        JobId job = anyJob();
        promise(owner(job).delete(job, dice.nextBoolean()), reply -> {
            if (reply instanceof JobReply.Done) {
                assertThat(world.rows.job(job)).map(Job::status).contains(JobStatus.DELETED);
            }
        });
    }

    private void trigger() {
        JobId job = anyJob();
        promise(owner(job).trigger(job, "r" + dice.nextInt(5)), reply -> {
            if (reply instanceof Triggered triggered) {
                assertThat(world.rows.run(triggered.runId())).isPresent();
            }
        });
    }

    private void cancel() {
        List<Run> runs = world.rows.runs();
        if (runs.isEmpty()) {
            return;
        }
        RunId run = runs.get(dice.nextInt(runs.size())).id();
        promise(members.owner(run.shard()).cancel(run), reply -> {
            if (reply instanceof JobReply.Done) {
                assertThat(world.rows.versionsOf(run))
                        .anyMatch(v -> v.state() == RunState.CANCELLED || v.cancelRequestedAt() != null);
            }
        });
    }

    private void outage() {
        List<Member> hit = dice.nextBoolean() ? members.all() : List.of(members.any());
        Fault fault = one(Fault.values());
        hit.forEach(member -> member.store.down(fault));
        world.time.after(Duration.ofMillis(dice.nextInt(20_000)), () -> hit.forEach(member -> member.store.up()));
    }

    private void loseLeases() {
        world.rows.runs().stream()
                .filter(run -> run.state() == RunState.RUNNING && dice.nextInt(3) == 0)
                .forEach(run -> world.leases.lose(run.id()));
    }

    private void reject() {
        List<Run> runs = world.rows.runs();
        if (dice.nextBoolean()) {
            world.rows.rejectNothing();
        } else if (!runs.isEmpty() && dice.nextBoolean()) {
            world.rows.reject(runs.get(dice.nextInt(runs.size())).id(), "told to");
        } else {
            world.rows.reject(anyJob(), "told to");
        }
    }

    /** As a repair by hand would. */
    private void moveBehindItsOwnersBack() {
        UUID writeId = new UUID(7, moves++);
        world.rows
                .job(anyJob())
                .ifPresent(job -> world.rows.plant(
                        job.planned(job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId)));
    }

    // ---- draws and promises

    private JobId anyJob() {
        return IDS.get(dice.nextInt(JOBS));
    }

    private <T> T one(T[] values) {
        return values[dice.nextInt(values.length)];
    }

    private Member owner(JobId job) {
        return members.owner(job.shard());
    }

    private void expect(Heard<JobReply> heard) {
        promise(heard, reply -> {});
    }

    /** Checked in the end, for whoever was answered. */
    private void promise(Heard<JobReply> heard, Consumer<JobReply> check) {
        promises.add(() -> {
            if (heard.answered()) {
                check.accept(heard.answer());
            }
        });
    }
}
