package io.carillon.verify.load;

import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** What is asked, and when. The same seed, options and beginning give the same plan. */
public record LoadPlan(List<Step> steps) {

    private static final String GENERATOR = "L64X128MixRandom";
    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TICKS_PER_SECOND = 10;
    private static final int CRONS_PER_BATCH = 50;
    /** Whoever has just started compiles what it does, and is asked for the full load only after that. */
    private static final Duration RAMP_LONGEST = Duration.ofSeconds(20);
    /** Of a short load, at most this part. */
    private static final int RAMP_SHARE = 5;

    static final long CAPPED_MAX_RUNNING = 2;
    /** Of a hundred calls whose outcome is unknown so many are repeated. */
    private static final int INSISTS_PERCENT = 80;

    public LoadPlan {
        steps = List.copyOf(steps);
    }

    public static LoadPlan of(long seed, LoadOptions options, Instant begin) {
        RandomGenerator chance = RandomGeneratorFactory.of(GENERATOR).create(seed);
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.Quota(Duration.ZERO, 0, options.cappedOwner(), CAPPED_MAX_RUNNING));
        crons(chance, options, begin, steps);
        oneOffs(chance, options, begin, steps);
        steps.sort(Comparator.comparing(Step::at));
        return new LoadPlan(steps);
    }

    private static void crons(RandomGenerator chance, LoadOptions options, Instant begin, List<Step> steps) {
        Crons crons = new Crons(chance, options, begin);
        List<PlannedJob> all = crons.jobs();
        for (int i = 0; i < all.size(); i += CRONS_PER_BATCH) {
            steps.add(new Step.Create(
                    Duration.ofMillis(500),
                    i / CRONS_PER_BATCH,
                    Step.Via.REST_BATCH,
                    all.subList(i, Math.min(all.size(), i + CRONS_PER_BATCH)),
                    true));
        }
        steps.addAll(new CronChanges(chance, options, all, crons).steps());
    }

    /** Two of three in a batch each tick, the others one by one over REST and gRPC. */
    private static void oneOffs(RandomGenerator chance, LoadOptions options, Instant begin, List<Step> steps) {
        OneOffs oneOffs = new OneOffs(chance, options, begin);
        long ticks = options.length().dividedBy(TICK);
        for (long tick = 0; tick < ticks; tick++) {
            Duration at = TICK.multipliedBy(tick);
            long wanted = oneOffsBy(at.plus(TICK), options.oneOffsPerSecond(), options.length())
                    - oneOffsBy(at, options.oneOffsPerSecond(), options.length());
            List<PlannedJob> batch = new ArrayList<>();
            for (long i = 0; i < wanted; i++) {
                PlannedJob job = oneOffs.next(at);
                int kind = chance.nextInt(6);
                if (kind < 4) {
                    batch.add(job);
                } else {
                    Step.Via via = kind == 4 ? Step.Via.REST : Step.Via.GRPC;
                    steps.add(create(chance, at, via, List.of(job)));
                }
                steps.addAll(oneOffs.changesOf(job, at));
            }
            if (tick % TICKS_PER_SECOND == 0) {
                steps.add(create(chance, at, Step.Via.REST, List.of(oneOffs.capped(at))));
            }
            if (!batch.isEmpty()) {
                steps.add(create(chance, at, Step.Via.REST_BATCH, batch));
            }
        }
    }

    /** How many jobs that run once are asked for by then. That grows evenly at first, and is full from then on. */
    public static long oneOffsBy(Duration after, int perSecond, Duration length) {
        long tick = after.dividedBy(TICK);
        long ramp = Math.min(RAMP_LONGEST.dividedBy(TICK), length.dividedBy(TICK) / RAMP_SHARE);
        double full = tick < ramp ? (double) tick * tick / (2 * ramp) : tick - ramp / 2.0;
        return (long) (full * perSecond / TICKS_PER_SECOND);
    }

    private static Step create(RandomGenerator chance, Duration at, Step.Via via, List<PlannedJob> jobs) {
        return new Step.Create(at, door(chance), via, jobs, chance.nextInt(100) < INSISTS_PERCENT);
    }

    static int door(RandomGenerator chance) {
        return chance.nextInt(Integer.MAX_VALUE);
    }

    static Step.Change change(Duration at, RandomGenerator chance, Request.Kind kind, PlannedJob job) {
        return new Step.Change(at, door(chance), kind, job, chance.nextBoolean());
    }
}
