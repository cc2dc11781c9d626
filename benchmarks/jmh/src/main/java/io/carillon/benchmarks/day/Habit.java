package io.carillon.benchmarks.day;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Instant;
import java.util.stream.IntStream;

/**
 * The jobs of one cron text and one jitter: when each is due after their common nominal times. The offsets are asked of the
 * product's rules once a job; as the gap between two nominal times is always the same here, so is a job's offset.
 */
final class Habit {

    private static final int MILLIS = 1_000;

    final JobDefinition definition;
    final int firstJob;
    final int jobs;
    /** Due times count as exact if no jitter is possible. */
    final boolean exact;
    /** For so many seconds from each nominal time on, some of the jobs may be due. */
    final int spanSeconds;

    private final Schedule schedule;
    /** In order of their offsets; empty where all are zero. */
    private final int[] byOffset;

    private final int[] offsetMillis;
    /** Where each second after the nominal time begins in those two. */
    private final int[] startOfSecond;

    Habit(Rules rules, JobKind kind, String cron, int firstJob, int jobs, Instant from) {
        ScheduleSpec spec = Rules.cron(cron);
        this.definition = Rules.definition(kind, spec);
        this.schedule = rules.schedule(spec);
        this.firstJob = firstJob;
        this.jobs = jobs;
        int windowMillis = (int) rules.jitterWindow(definition, from).toMillis();
        this.exact = windowMillis == 0;
        this.spanSeconds = 1 + windowMillis / MILLIS;
        this.startOfSecond = new int[spanSeconds + 1];
        if (exact) {
            this.byOffset = new int[0];
            this.offsetMillis = new int[0];
            startOfSecond[1] = jobs;
        } else {
            int[] offsets = new int[jobs];
            IntStream.range(0, jobs)
                    .parallel()
                    .forEach(i -> offsets[i] = rules.offsetMillis(firstJob + i, definition, from));
            this.byOffset = new int[jobs];
            this.offsetMillis = new int[jobs];
            sort(offsets, windowMillis);
        }
    }

    /** By counting, so that equal ones stay in order. */
    private void sort(int[] offsets, int windowMillis) {
        int[] place = new int[windowMillis + 2];
        for (int offset : offsets) {
            place[offset + 1]++;
        }
        IntList.addUp(place);
        for (int second = 0; second <= spanSeconds; second++) {
            startOfSecond[second] = place[Math.min(second * MILLIS, windowMillis + 1)];
        }
        for (int i = 0; i < offsets.length; i++) {
            int to = place[offsets[i]]++;
            byOffset[to] = firstJob + i;
            offsetMillis[to] = offsets[i];
        }
    }

    /** The first nominal time strictly after an instant, in seconds of the day, or {@link Long#MAX_VALUE}. */
    long nextNominalSecond(long second) {
        Instant next = schedule.nextAfter(Rules.instant(second * 1_000_000));
        return next == null ? Long.MAX_VALUE : next.getEpochSecond() - Rules.MIDNIGHT.getEpochSecond();
    }

    /** How many are due in this second after a nominal time. */
    int dueIn(int second) {
        return startOfSecond[second + 1] - startOfSecond[second];
    }

    /** The job that is the n-th of those due in this second after a nominal time. */
    int job(int second, int n) {
        return exact ? firstJob + n : byOffset[startOfSecond[second] + n];
    }

    int offsetMillis(int second, int n) {
        return exact ? 0 : offsetMillis[startOfSecond[second] + n];
    }
}
