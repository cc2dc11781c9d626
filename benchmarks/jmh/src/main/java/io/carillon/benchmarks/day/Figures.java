package io.carillon.benchmarks.day;

import java.util.ArrayList;
import java.util.List;

/** What a simulation has counted. Seconds are those of the simulation: the first {@link Scenario#LEAD_SECONDS} have no due runs. */
final class Figures {

    final Series due;
    /** First attempts, by the time at which the handler was called. */
    final Series started;

    final Series attempts;
    final Series rows;
    final Series commits;
    /** Microseconds of all databases' cores. */
    final Series storeBusy;
    /** Microseconds of all members' cores. */
    final Series memberBusy;

    final Series workers;
    final Series slotsTaken;

    private final List<LatenessCount> exact = new ArrayList<>();
    private final List<LatenessCount> flexible = new ArrayList<>();
    private final long periodMicros;
    private long claimedLate;
    private long succeeded;
    private long dead;
    private long retries;
    private long lastEndMicros;

    Figures(int seconds, int periodSeconds) {
        this.due = new Series(seconds);
        this.started = new Series(seconds);
        this.attempts = new Series(seconds);
        this.rows = new Series(seconds);
        this.commits = new Series(seconds);
        this.storeBusy = new Series(seconds);
        this.memberBusy = new Series(seconds);
        this.workers = new Series(seconds);
        this.slotsTaken = new Series(seconds);
        this.periodMicros = periodSeconds * 1_000_000L;
        for (int i = 0; i <= seconds / periodSeconds; i++) {
            exact.add(new LatenessCount());
            flexible.add(new LatenessCount());
        }
    }

    void claimed(long dueMicros, long at) {
        if (at > dueMicros) {
            claimedLate++;
        }
    }

    /** @param dueMicros the handler of a run's first attempt was called so late after it */
    void startedFirst(long dueMicros, long at, boolean isExact) {
        started.add(at, 1);
        int period = (int) ((dueMicros - Scenario.LEAD_SECONDS * 1_000_000L) / periodMicros);
        (isExact ? exact : flexible).get(period).add(at - dueMicros);
    }

    /** @param at a run's last result became durable */
    void ended(Runs.Ending ending, long at) {
        lastEndMicros = at;
        switch (ending) {
            case SUCCESS -> succeeded++;
            case DEATH -> dead++;
            case RETRY -> throw new IllegalStateException("a run that is tried again has not ended");
        }
    }

    void retried() {
        retries++;
    }

    /** By the hour, or whatever the period is, in which runs were due. */
    LatenessCount lateness(int period, boolean isExact) {
        return (isExact ? exact : flexible).get(period);
    }

    LatenessCount lateness(boolean isExact) {
        LatenessCount all = new LatenessCount();
        (isExact ? exact : flexible).forEach(all::addAll);
        return all;
    }

    /** Runs claimed only after they were due. */
    long claimedLate() {
        return claimedLate;
    }

    long succeeded() {
        return succeeded;
    }

    long dead() {
        return dead;
    }

    long retries() {
        return retries;
    }

    /** The last result that became durable, in microseconds of the simulation. */
    long lastEndMicros() {
        return lastEndMicros;
    }

    /** Due by the end of each second and not started then. */
    long[] backlog() {
        long[] backlog = new long[seconds()];
        long waiting = 0;
        for (int second = 0; second < backlog.length; second++) {
            waiting += due.in(second) - started.in(second);
            backlog[second] = waiting;
        }
        return backlog;
    }

    int seconds() {
        return due.seconds();
    }
}
