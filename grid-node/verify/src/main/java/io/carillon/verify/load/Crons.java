package io.carillon.verify.load;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Definition.Misfire;
import io.carillon.verify.evidence.Definition.Overlap;
import io.carillon.verify.witness.Behaviour;
import io.carillon.verify.witness.WorkerWitness;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Jobs with a schedule, in many zones: every ten seconds nearly all, and some at times of day around the beginning. */
final class Crons {

    static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Berlin",
            "America/New_York",
            "America/Santiago",
            "Asia/Kolkata",
            "Asia/Kathmandu",
            "Australia/Lord_Howe",
            "Pacific/Chatham",
            "Africa/Casablanca");

    private static final int KINDS = 20;

    private final RandomGenerator chance;
    private final LoadOptions options;
    private final Instant begin;

    Crons(RandomGenerator chance, LoadOptions options, Instant begin) {
        this.chance = chance;
        this.options = options;
        this.begin = begin;
    }

    List<PlannedJob> jobs() {
        List<PlannedJob> jobs = new ArrayList<>();
        for (int i = 0; i < options.crons(); i++) {
            jobs.add(job("cron-" + (i + 1), i % KINDS));
        }
        return jobs;
    }

    /** Another time, for an edit. */
    Definition.Plan rescheduled(Definition.Plan plan) {
        return plan.schedule(everyTenSeconds(), zone());
    }

    private PlannedJob job(String name, int kind) {
        Definition.Plan plan = new Definition.Plan(name).owner(options.owner()).schedule(everyTenSeconds(), zone());
        Behaviour behaviour = Behaviour.PLAIN;
        switch (kind) {
            case 0 -> plan.schedule("@every 10s", null);
            case 1 -> {
                plan.retries(3, Duration.ofSeconds(1));
                behaviour = new Behaviour(1, false, 0);
            }
            case 2 -> behaviour = new Behaviour(0, false, chance.nextLong(1_000, 4_000));
            case 3 -> {
                plan.overlap(Overlap.SKIP);
                behaviour = new Behaviour(0, false, 12_000);
            }
            case 4 -> {
                plan.overlap(Overlap.QUEUE_ONE);
                behaviour = new Behaviour(0, false, 12_000);
            }
            case 5 -> plan.misfire(any(Misfire.values()), Duration.ofSeconds(15));
            case 6 -> plan.misfire(any(Misfire.values()), null);
            case 7, 8 -> timeOfDay(plan);
            case 9 -> plan.schedule("0 * * * * *", zone());
            case 10 -> {
                long seconds = options.length().toSeconds();
                plan.bounds(
                        begin.plusSeconds(chance.nextLong(seconds / 3)),
                        begin.plusSeconds(chance.nextLong(seconds / 2, seconds)));
            }
            default -> {
                // Every ten seconds, with all defaults.
            }
        }
        if (chance.nextInt(4) == 0 || options.url() == null) {
            plan.pool(options.pool()).handler(WorkerWitness.HANDLER);
        } else {
            plan.url(options.url());
        }
        return new PlannedJob(OneOffs.idOf(options, name), plan.definition(), behaviour);
    }

    private String everyTenSeconds() {
        return chance.nextInt(10) + "/10 * * * * *";
    }

    private String zone() {
        return any(ZONES.toArray(String[]::new));
    }

    /**
     * A minute of the day that comes, or would come, within the load, on the clocks of a zone: fixed hours and floating ones differ
     * where clocks change. The hour before and the hour after too, since a clock that jumps shows them.
     */
    private void timeOfDay(Definition.Plan plan) {
        String zone = chance.nextBoolean() ? options.nightZone() : zone();
        long offsetSeconds = chance.nextLong(options.length().toSeconds() + 60);
        ZonedDateTime near =
                begin.plusSeconds(offsetSeconds).atZone(ZoneId.of(zone)).plusHours(chance.nextInt(-1, 2));
        String hour = chance.nextBoolean()
                ? String.valueOf(near.getHour())
                : Math.max(0, near.getHour() - 1) + "-" + near.getHour();
        plan.schedule(near.getMinute() + " " + hour + " * * *", zone).timing(Definition.Timing.EXACT, null);
    }

    private <T> T any(T[] from) {
        return from[chance.nextInt(from.length)];
    }
}
