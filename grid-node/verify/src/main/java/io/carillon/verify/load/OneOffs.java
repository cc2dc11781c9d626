package io.carillon.verify.load;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.witness.Behaviour;
import io.carillon.verify.witness.WorkerWitness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Jobs that run once: most succeed at once, some fail, take long, are dead, belong to an owner with a limit, or are changed. */
final class OneOffs {

    private static final Duration AHEAD_MAX = Duration.ofSeconds(20);
    private static final Duration PAST_MAX = Duration.ofSeconds(2);
    private static final long LONG_WORK_MILLIS = 12_000;
    private static final long CAPPED_EVERY_SECONDS = 5;
    private static final long CAPPED_WORK_MILLIS = 500;

    private final RandomGenerator chance;
    private final LoadOptions options;
    private final Instant begin;
    private final Instant end;
    private int made;

    OneOffs(RandomGenerator chance, LoadOptions options, Instant begin) {
        this.chance = chance;
        this.options = options;
        this.begin = begin;
        this.end = begin.plus(options.length());
    }

    PlannedJob next(Duration at) {
        String name = "one-" + ++made;
        Instant now = begin.plus(at);
        Instant due = chance.nextInt(20) == 0
                ? now.minusMillis(chance.nextLong(PAST_MAX.toMillis()))
                : now.plusMillis(chance.nextLong(AHEAD_MAX.toMillis()));
        Definition.Plan plan = new Definition.Plan(name)
                .owner(options.owner())
                .runAt(due.isBefore(end) ? due : end)
                .priority(chance.nextInt(10) == 0 ? chance.nextInt(10) : null);
        door(plan);
        return special(new PlannedJob(idOf(options, name), plan.definition(), Behaviour.PLAIN));
    }

    /** Of the owner with a limit; several fall due at once, more than may run. */
    PlannedJob capped(Duration at) {
        String name = "capped-" + ++made;
        Instant due = begin.plusSeconds((at.toSeconds() / CAPPED_EVERY_SECONDS + 2) * CAPPED_EVERY_SECONDS);
        Definition.Plan plan =
                new Definition.Plan(name).owner(options.cappedOwner()).runAt(due.isBefore(end) ? due : end);
        door(plan);
        return new PlannedJob(idOf(options, name), plan.definition(), new Behaviour(0, false, CAPPED_WORK_MILLIS));
    }

    /** Mostly none. */
    List<Step> changesOf(PlannedJob job, Duration at) {
        Instant due = job.definition().runAt();
        if (due == null) {
            return List.of();
        }
        Duration dueAfter = Duration.between(begin, due);
        if (job.behaviour().workMillis() >= LONG_WORK_MILLIS && chance.nextInt(3) == 0) {
            Duration when = dueAfter.plusMillis(chance.nextLong(1_000, LONG_WORK_MILLIS));
            return within(new Step.Cancel(when, LoadPlan.door(chance), job.name()));
        }
        if (chance.nextInt(25) != 0) {
            return List.of();
        }
        Duration when = at.plusMillis(chance.nextLong(500, 5_000));
        return switch (chance.nextInt(4)) {
            case 0 -> within(LoadPlan.change(when, chance, Request.Kind.DELETE, job));
            case 1 -> within(LoadPlan.change(when, chance, Request.Kind.TRIGGER, job));
            case 2 ->
                within(
                        LoadPlan.change(when, chance, Request.Kind.PAUSE, job),
                        LoadPlan.change(
                                when.plusMillis(chance.nextLong(1_000, 10_000)), chance, Request.Kind.RESUME, job));
            default -> {
                Instant later = begin.plus(when).plusMillis(chance.nextLong(3_000, 15_000));
                PlannedJob moved = new PlannedJob(
                        job.chosenId(),
                        job.definition()
                                .but()
                                .runAt(later.isBefore(end) ? later : end)
                                .definition(),
                        job.behaviour());
                yield within(LoadPlan.change(when, chance, Request.Kind.EDIT, moved));
            }
        };
    }

    /** A stable id of the run's own, since one cluster may be verified twice with the same seed. */
    static UUID idOf(LoadOptions options, String name) {
        return UUID.nameUUIDFromBytes((options.owner() + "/" + name).getBytes(StandardCharsets.UTF_8));
    }

    private void door(Definition.Plan plan) {
        if (chance.nextInt(10) < 7 && options.url() != null) {
            plan.url(options.url());
        } else {
            plan.pool(options.pool()).handler(WorkerWitness.HANDLER);
        }
    }

    private PlannedJob special(PlannedJob job) {
        Definition.Plan plan = job.definition().but();
        int kind = chance.nextInt(100);
        Behaviour behaviour;
        if (kind < 4) {
            plan.retries(3, Duration.ofSeconds(1), Duration.ofSeconds(2));
            behaviour = new Behaviour(chance.nextInt(1, 3), false, 0);
        } else if (kind < 7) {
            behaviour = new Behaviour(0, false, chance.nextLong(1_000, 4_000));
        } else if (kind < 8) {
            behaviour = new Behaviour(0, false, chance.nextLong(LONG_WORK_MILLIS, 20_000));
        } else if (kind < 9) {
            behaviour = new Behaviour(0, true, 0);
        } else if (kind < 10) {
            plan.retries(2, Duration.ofSeconds(1));
            behaviour = new Behaviour(3, false, 0);
        } else if (kind < 11) {
            plan.startBefore(Duration.ofSeconds(chance.nextLong(2, 6)));
            behaviour = Behaviour.PLAIN;
        } else {
            return job;
        }
        return new PlannedJob(job.chosenId(), plan.definition(), behaviour);
    }

    private List<Step> within(Step... steps) {
        return List.of(steps).stream()
                .filter(step -> step.at().compareTo(options.length()) < 0)
                .toList();
    }
}
