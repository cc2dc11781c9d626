package io.carillon.benchmarks.day;

import io.carillon.domain.job.Timing;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which jobs of a {@link Mix} are due in each second of a span of time. Instants and seconds count from midnight, negative
 * ones are of the evening before.
 */
final class Occurrences {

    private static final int MILLIS_PER_SECOND = 1_000;
    private static final long DAY_MILLIS = 86_400_000L;
    private static final JobKind ONE_OFF = new JobKind("one-offs", "", 1, Timing.DEFAULT, null);

    /** What is due, one call a run, in order of due times to the millisecond. */
    interface Sink {
        void due(int job, long dueMillis, boolean exact);
    }

    final int from;
    final int to;

    private final Rules rules;
    private final int checkEvery;
    private final List<Habit> habits = new ArrayList<>();
    /** For each second from {@link #from}: which habits may have something due in it, and how long after which nominal time. */
    private final int[] startOf;

    private final int[] habitOf;
    private final int[] secondAfter;
    private final int[] due;
    private int firstOneOff;
    private int oneOffs;
    private long checked;

    // The second that is being put in order.
    private int[] jobs = new int[1 << 16];
    private int[] offsets = new int[1 << 16];
    private boolean[] exacts = new boolean[1 << 16];
    private int collected;

    /**
     * @param from the first second
     * @param to the second after the last one
     * @param checkEvery one of so many runs is put through the complete rules; 0: none
     */
    Occurrences(Mix mix, Rules rules, int from, int to, int checkEvery) {
        this.rules = rules;
        this.from = from;
        this.to = to;
        this.checkEvery = checkEvery;
        int job = 0;
        for (JobKind kind : mix.kinds()) {
            if (kind.isOneOff()) {
                firstOneOff = job;
                oneOffs = kind.jobs();
            } else {
                addHabits(kind, job);
            }
            job += kind.jobs();
        }
        int[] entries = new int[to - from + 1];
        forEachEntry((second, habit, after) -> entries[second - from + 1]++);
        IntList.addUp(entries);
        this.startOf = entries;
        this.habitOf = new int[entries[to - from]];
        this.secondAfter = new int[entries[to - from]];
        this.due = new int[to - from];
        int[] next = startOf.clone();
        forEachEntry((second, habit, after) -> {
            int at = next[second - from]++;
            habitOf[at] = habit;
            secondAfter[at] = after;
            due[second - from] += habits.get(habit).dueIn(after);
        });
        for (int second = from; second < to; second++) {
            due[second - from] += (int) (oneOffsBefore(second + 1) - oneOffsBefore(second));
        }
    }

    private void addHabits(JobKind kind, int firstJob) {
        List<String> crons = kind.crons();
        Instant start = Rules.instant((from - 1) * 1_000_000L);
        for (int i = 0; i < crons.size(); i++) {
            int first = (int) ((long) kind.jobs() * i / crons.size());
            int end = (int) ((long) kind.jobs() * (i + 1) / crons.size());
            if (first < end && mayBeDue(crons.get(i))) {
                habits.add(new Habit(rules, kind, crons.get(i), firstJob + first, end - first, start));
            }
        }
    }

    /** Jobs that have no time near are left out of memory, as the product leaves them in the database. */
    private boolean mayBeDue(String cron) {
        Instant next = rules.schedule(Rules.cron(cron)).nextAfter(Rules.instant((from - 3_600) * 1_000_000L));
        return next != null && next.isBefore(Rules.instant(to * 1_000_000L));
    }

    private interface Entry {
        void in(int second, int habit, int after);
    }

    private void forEachEntry(Entry entry) {
        for (int habit = 0; habit < habits.size(); habit++) {
            Habit each = habits.get(habit);
            long nominal = each.nextNominalSecond((long) from - each.spanSeconds);
            while (nominal < to) {
                for (int after = 0; after < each.spanSeconds; after++) {
                    int second = (int) nominal + after;
                    if (second >= from && second < to) {
                        entry.in(second, habit, after);
                    }
                }
                nominal = each.nextNominalSecond(nominal);
            }
        }
    }

    /** Runs due in the second. */
    int dueIn(int second) {
        return due[second - from];
    }

    long total() {
        return Arrays.stream(due).asLongStream().sum();
    }

    /** How many runs have been put through the complete rules. */
    long checked() {
        return checked;
    }

    void second(int second, Sink sink) {
        collected = 0;
        for (int at = startOf[second - from]; at < startOf[second - from + 1]; at++) {
            collect(habits.get(habitOf[at]), secondAfter[at], second);
        }
        collectOneOffs(second);
        hand(second, sink);
    }

    private void collect(Habit habit, int after, int second) {
        int n = habit.dueIn(after);
        for (int i = 0; i < n; i++) {
            int job = habit.job(after, i);
            int offset = habit.offsetMillis(after, i) - after * MILLIS_PER_SECOND;
            add(job, offset, habit.exact);
            if (checkEvery > 0 && job % checkEvery == 0) {
                Instant nominal = Rules.instant((second - after) * 1_000_000L);
                Instant dueAt = Rules.instant((second * 1_000L + offset) * 1_000);
                rules.check(job, habit.definition, nominal, dueAt, Rules.shardOf(job));
                checked++;
            }
        }
    }

    private void collectOneOffs(int second) {
        long first = oneOffsBefore(second);
        long end = oneOffsBefore(second + 1);
        for (long k = first; k < end; k++) {
            int job = firstOneOff + (int) Math.floorMod(k, (long) oneOffs);
            long millis = oneOffMillis(k);
            add(job, (int) (millis - second * 1_000L), true);
            if (checkEvery > 0 && job % checkEvery == 0) {
                Instant dueAt = Rules.instant(millis * 1_000);
                ScheduleSpec spec = new ScheduleSpec.OneOff(dueAt);
                rules.check(job, Rules.definition(ONE_OFF, spec), dueAt, dueAt, Rules.shardOf(job));
                checked++;
            }
        }
    }

    private long oneOffMillis(long k) {
        return Math.floorDiv(k * DAY_MILLIS + DAY_MILLIS / 2, (long) oneOffs);
    }

    /** How many of the one-offs, counted from midnight and backwards before it, are due before a second. */
    private long oneOffsBefore(long second) {
        if (oneOffs == 0) {
            return 0;
        }
        // The least k with oneOffMillis(k) >= 1000 second.
        return -Math.floorDiv(-(second * MILLIS_PER_SECOND * oneOffs - DAY_MILLIS / 2), DAY_MILLIS);
    }

    private void add(int job, int offsetMillis, boolean exact) {
        if (collected == jobs.length) {
            jobs = Arrays.copyOf(jobs, 2 * collected);
            offsets = Arrays.copyOf(offsets, 2 * collected);
            exacts = Arrays.copyOf(exacts, 2 * collected);
        }
        jobs[collected] = job;
        offsets[collected] = offsetMillis;
        exacts[collected] = exact;
        collected++;
    }

    private void hand(int second, Sink sink) {
        int[] place = new int[MILLIS_PER_SECOND + 1];
        for (int i = 0; i < collected; i++) {
            place[offsets[i] + 1]++;
        }
        IntList.addUp(place);
        int[] order = new int[collected];
        for (int i = 0; i < collected; i++) {
            order[place[offsets[i]]++] = i;
        }
        for (int i : order) {
            sink.due(jobs[i], second * 1_000L + offsets[i], exacts[i]);
        }
    }
}
