package io.carillon.verify.load;

import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** What is done to jobs with a schedule while they run: edits, pauses, triggers, a few deletes. */
final class CronChanges {

    private static final Duration FIRST = Duration.ofSeconds(5);
    /** On average a job is changed once in so long. */
    private static final Duration EVERY = Duration.ofSeconds(100);

    private final RandomGenerator chance;
    private final LoadOptions options;
    private final List<PlannedJob> jobs;
    private final Crons crons;
    private final List<Step> steps = new ArrayList<>();
    private final boolean[] gone;
    private final Duration[] pausedUntil;

    CronChanges(RandomGenerator chance, LoadOptions options, List<PlannedJob> jobs, Crons crons) {
        this.chance = chance;
        this.options = options;
        this.jobs = new ArrayList<>(jobs);
        this.crons = crons;
        this.gone = new boolean[jobs.size()];
        this.pausedUntil = new Duration[jobs.size()];
        java.util.Arrays.fill(pausedUntil, Duration.ZERO);
    }

    List<Step> steps() {
        if (jobs.isEmpty()) {
            return steps;
        }
        Duration pace = EVERY.dividedBy(jobs.size());
        for (Duration at = FIRST; at.compareTo(options.length()) < 0; at = at.plus(pace)) {
            int index = chance.nextInt(jobs.size());
            if (!gone[index] && at.compareTo(pausedUntil[index]) > 0) {
                change(at, index);
            }
        }
        return steps;
    }

    private void change(Duration at, int index) {
        PlannedJob job = jobs.get(index);
        int kind = chance.nextInt(20);
        if (kind < 8) {
            PlannedJob edited = new PlannedJob(
                    job.chosenId(), crons.rescheduled(job.definition().but()).definition(), job.behaviour());
            jobs.set(index, edited);
            steps.add(LoadPlan.change(at, chance, Request.Kind.EDIT, edited));
        } else if (kind < 13) {
            Duration until = at.plusMillis(chance.nextLong(4_000, 25_000));
            pausedUntil[index] = until;
            steps.add(LoadPlan.change(at, chance, Request.Kind.PAUSE, job));
            if (until.compareTo(options.length()) < 0) {
                steps.add(LoadPlan.change(until, chance, Request.Kind.RESUME, job));
            }
        } else if (kind < 19) {
            steps.add(LoadPlan.change(at, chance, Request.Kind.TRIGGER, job));
        } else {
            gone[index] = true;
            steps.add(LoadPlan.change(at, chance, Request.Kind.DELETE, job));
        }
    }
}
