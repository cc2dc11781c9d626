package io.carillon.verify.stub;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Closing;
import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Definition.Misfire;
import io.carillon.verify.evidence.Definition.Overlap;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.Fact;
import io.carillon.verify.evidence.Fault;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.Setting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Callers of the stub, and what befalls it, from a seed: an hour and a half around a night of Berlin in which clocks change, with some
 * outages. What is not answered is asked again with the same key.
 */
public final class StubCallers {
    private static final Duration BEFORE = Duration.ofMinutes(35);
    private static final Duration LENGTH = Duration.ofMinutes(100);
    private static final Duration AFTER = Duration.ofMinutes(6);
    private static final String OWNER = "acme";
    private static final String CAPPED = "capped";
    private static final String BERLIN = "Europe/Berlin";

    /** @param planted how often the stub broke its promise */
    public record Observed(Evidence evidence, int planted) {}

    /** Tries to carry something out; the answer's job or run, or null if it is refused. */
    private interface Effect {
        @Nullable
        Told carryOut();
    }

    private record Told(@Nullable UUID job, @Nullable UUID run) {}

    private final Random random;
    private final Instant begin;
    private final Instant end;
    private final VirtualTime time;
    private final StubScheduler scheduler;
    private final List<Fact> facts = new ArrayList<>();
    private long numbers;

    private StubCallers(long seed, Plant plant) {
        random = new Random(seed * 7_919 + 13);
        Instant night = switch (plant) {
            case LOSES_A_FIXED_TIME_IN_THE_GAP -> Nights.GAP;
            case REPEATS_A_FIXED_TIME_IN_THE_OVERLAP -> Nights.OVERLAP;
            default -> random.nextBoolean() ? Nights.GAP : Nights.OVERLAP;
        };
        begin = night.minus(BEFORE).plusSeconds(random.nextInt(60));
        end = begin.plus(LENGTH);
        time = new VirtualTime(begin);
        List<StubScheduler.Outage> outages = outages();
        facts.add(new Setting(seed, begin, Duration.ofMillis(2), Map.of("plant", plant.name())));
        scheduler = new StubScheduler(
                time, new Random(seed), plant, outages, end.minus(Duration.ofMinutes(8)), end.plus(AFTER), facts::add);
    }

    public static Observed observe(long seed, Plant plant) {
        StubCallers callers = new StubCallers(seed, plant);
        callers.load();
        callers.time.runUntil(callers.end.plus(AFTER));
        callers.facts.addAll(callers.scheduler.account(callers.begin.minusSeconds(60), callers.end.plusSeconds(1)));
        callers.facts.add(new Closing(callers.end, callers.end.plus(AFTER)));
        callers.facts.removeIf(
                fact -> fact instanceof Answer answer && answer.at().isAfter(callers.end.plus(AFTER)));
        return new Observed(Evidence.of(callers.facts), callers.scheduler.planted());
    }

    private List<StubScheduler.Outage> outages() {
        List<StubScheduler.Outage> outages = new ArrayList<>();
        Instant at = begin.plusSeconds(300 + random.nextInt(400));
        while (at.isBefore(end.minusSeconds(900))) {
            Instant to = at.plusMillis(500 + random.nextInt(40_000));
            Instant healthy = to.plusMillis(random.nextInt(20_000));
            outages.add(new StubScheduler.Outage(at, to, healthy));
            facts.add(new Fault(outages.size(), "outage", "all", at, to, healthy, null, null));
            at = healthy.plusSeconds(random.nextInt(5) == 0 ? 5 : 500 + random.nextInt(900));
        }
        return outages;
    }

    private void load() {
        ask(Request.Kind.QUOTA, null, null, null, null, Request.Option.ofQuota(CAPPED, 2L), () -> {
            scheduler.quota(CAPPED, 2);
            return new Told(null, null);
        });
        for (String cron : List.of(
                "30 2 * * *",
                "15 2 * * *",
                "*/5 * * * *",
                "0,20,40 1-3 * * *",
                "15 2,3 * * *",
                "*/10 2 * * *",
                "@hourly")) {
            create(0, repeated(cron).definition(), Work.PLAIN, false);
        }
        create(
                0,
                repeated("*/20 * * * *")
                        .timing(Definition.Timing.FLEXIBLE, Duration.ofSeconds(90))
                        .definition(),
                Work.PLAIN,
                true);
        create(0, repeated("@every 47s").definition(), Work.PLAIN, true);
        for (Misfire misfire : Misfire.values()) {
            create(
                    0,
                    repeated("*/10 * * * * *")
                            .misfire(misfire, Duration.ofSeconds(15))
                            .definition(),
                    Work.PLAIN,
                    true);
        }
        create(0, repeated("*/20 * * * * *").overlap(Overlap.SKIP).definition(), takes(31_000), false);
        create(0, repeated("*/20 * * * * *").overlap(Overlap.QUEUE_ONE).definition(), takes(27_000), false);
        for (int i = 0; i < 3; i++) {
            create(0, repeated("*/15 * * * * *").owner(CAPPED).definition(), takes(7_000), false);
        }
        create(
                0,
                repeated("*/30 * * * * *")
                        .retries(2, Duration.ofSeconds(1), Duration.ofSeconds(3))
                        .definition(),
                new Work(2, Answer.Reply.SUCCESS, Duration.ofMillis(5)),
                true);
        create(
                0,
                repeated("*/50 * * * * *").retries(1, Duration.ofSeconds(8)).definition(),
                new Work(5, Answer.Reply.RETRYABLE, Duration.ofMillis(5)),
                true);
        create(
                0,
                repeated("0 * * * * *").definition(),
                new Work(0, Answer.Reply.PERMANENT, Duration.ofMillis(5)),
                false);
        for (int i = 0; i < 80; i++) {
            long at = random.nextLong(LENGTH.toMillis() - 60_000);
            Instant due = begin.plusMillis(at + random.nextInt(40_000) - 2_000);
            Definition once = new Definition.Plan("once-" + numbers++)
                    .owner(OWNER)
                    .runAt(due)
                    .definition();
            create(at, once, random.nextInt(5) == 0 ? takes(4_000) : Work.PLAIN, random.nextInt(3) == 0);
        }
    }

    private static Work takes(long millis) {
        return new Work(0, Answer.Reply.SUCCESS, Duration.ofMillis(millis));
    }

    private Definition.Plan repeated(String schedule) {
        return new Definition.Plan("cron-" + numbers++)
                .owner(OWNER)
                .schedule(schedule, schedule.startsWith("@every") ? null : BERLIN);
    }

    private void create(long atMillis, Definition definition, Work work, boolean changing) {
        String key = "key-" + definition.name();
        time.in(
                Duration.ofMillis(atMillis + random.nextInt(900)),
                () -> ask(
                        Request.Kind.CREATE,
                        key,
                        null,
                        null,
                        definition,
                        null,
                        () -> new Told(scheduler.create(key, definition, work), null),
                        told -> {
                            if (changing && told.job != null) {
                                nextChange(told.job, definition, definition.runAt() == null ? 400_000 : 9_000);
                            }
                        }));
    }

    /** One change after the other. */
    private void nextChange(UUID job, Definition now, int withinMillis) {
        Duration wait = Duration.ofMillis(500 + random.nextInt(withinMillis));
        if (time.now().plus(wait).isAfter(end)) {
            return;
        }
        time.in(wait, () -> change(job, now, withinMillis));
    }

    private void change(UUID job, Definition now, int withinMillis) {
        int kind = random.nextInt(20);
        if (kind < 6) {
            Definition next = edited(now);
            ask(
                    Request.Kind.EDIT,
                    null,
                    job,
                    null,
                    next,
                    null,
                    () -> scheduler.edit(job, next) ? new Told(job, null) : null,
                    told -> nextChange(job, next, withinMillis));
        } else if (kind < 11) {
            boolean hold = kind > 8;
            ask(
                    Request.Kind.PAUSE,
                    null,
                    job,
                    null,
                    null,
                    Request.Option.ofPause(hold),
                    () -> scheduler.pause(job, hold) ? new Told(job, null) : null,
                    told -> time.in(
                            Duration.ofMillis(1_000 + random.nextInt(60_000)), () -> resume(job, now, withinMillis)));
        } else if (kind < 16) {
            String key = "trigger-" + numbers++;
            ask(
                    Request.Kind.TRIGGER,
                    key,
                    job,
                    null,
                    null,
                    null,
                    () -> {
                        UUID run = scheduler.trigger(job, key);
                        return run == null ? null : new Told(job, run);
                    },
                    told -> nextChange(job, now, withinMillis));
        } else if (kind < 19) {
            UUID run = scheduler.anyLiveRun(job);
            if (run != null) {
                ask(
                        Request.Kind.CANCEL,
                        null,
                        job,
                        run,
                        null,
                        null,
                        () -> scheduler.cancel(run) ? new Told(job, run) : null);
            }
            nextChange(job, now, run == null ? 2_000 : withinMillis);
        } else {
            ask(
                    Request.Kind.DELETE,
                    null,
                    job,
                    null,
                    null,
                    Request.Option.ofDelete(false),
                    () -> scheduler.delete(job) ? new Told(job, null) : null);
        }
    }

    private void resume(UUID job, Definition now, int withinMillis) {
        ask(
                Request.Kind.RESUME,
                null,
                job,
                null,
                null,
                null,
                () -> scheduler.resume(job) ? new Told(job, null) : null,
                told -> nextChange(job, now, withinMillis));
    }

    private Definition edited(Definition now) {
        if (now.runAt() != null) {
            return now.but()
                    .runAt(time.now().plusMillis(random.nextInt(30_000)))
                    .definition();
        }
        if (now.schedule() != null && now.schedule().startsWith("@every")) {
            return now.but()
                    .schedule(random.nextBoolean() ? "@every 47s" : "@every 31s", null)
                    .definition();
        }
        String first = List.of("*/10", "3/10", "*/15", "0").get(random.nextInt(4));
        return now.but().schedule(first + " * * * * *", BERLIN).definition();
    }

    private interface Next {
        void after(Told told);
    }

    private void ask(
            Request.Kind kind,
            @Nullable String key,
            @Nullable UUID job,
            @Nullable UUID run,
            @Nullable Definition definition,
            Request.@Nullable Option option,
            Effect effect) {
        ask(kind, key, job, run, definition, option, effect, told -> {});
    }

    /** During an outage nobody answers; some of what was asked is carried out all the same, when it is over. */
    private void ask(
            Request.Kind kind,
            @Nullable String key,
            @Nullable UUID job,
            @Nullable UUID run,
            @Nullable Definition definition,
            Request.@Nullable Option option,
            Effect effect,
            Next next) {
        Instant sent = time.now();
        long number = ++numbers;
        Duration way = Duration.ofMillis(1 + random.nextInt(25));
        Duration back = Duration.ofMillis(1 + random.nextInt(25));
        time.in(way, () -> {
            boolean lost = scheduler.isDown();
            boolean never = lost && (kind == Request.Kind.EDIT || random.nextBoolean());
            Told told = never ? null : carriedOut(effect, lost);
            String refusal = scheduler.refusal(kind, job);
            boolean unheard = lost || random.nextInt(25) == 0;
            time.in(unheard ? Duration.ofSeconds(2) : back, () -> {
                Outcome outcome = unheard ? Outcome.UNKNOWN : told == null ? Outcome.REFUSED : Outcome.ACKNOWLEDGED;
                UUID toldJob = told == null || unheard ? job : told.job;
                UUID toldRun = told == null || unheard ? run : told.run;
                facts.add(new Request(
                        number,
                        kind,
                        null,
                        key,
                        toldJob,
                        toldRun,
                        definition,
                        option,
                        sent,
                        time.now(),
                        outcome,
                        outcome == Outcome.REFUSED ? refusal : null));
                if (!unheard) {
                    next.after(told == null ? new Told(job, run) : told);
                } else if (time.now().isBefore(end) && !scheduler.isGone()) {
                    time.in(Duration.ofSeconds(1), () -> ask(kind, key, job, run, definition, option, effect, next));
                }
            });
        });
    }

    private @Nullable Told carriedOut(Effect effect, boolean later) {
        if (!later) {
            return effect.carryOut();
        }
        time.in(Duration.ofSeconds(10), () -> carryOutOnceUp(effect));
        return null;
    }

    private void carryOutOnceUp(Effect effect) {
        if (!scheduler.isDown()) {
            effect.carryOut();
        } else if (!scheduler.isGone()) {
            time.in(Duration.ofSeconds(10), () -> carryOutOnceUp(effect));
        }
    }
}
