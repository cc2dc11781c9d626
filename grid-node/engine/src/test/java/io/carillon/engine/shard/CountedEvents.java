package io.carillon.engine.shard;

import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.RunTransition;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** How often each thing has happened. */
public final class CountedEvents implements LoopEvents {

    private final Map<String, Long> counts = new TreeMap<>();

    long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    long count(RunTransition transition) {
        return count(transition.name());
    }

    public Map<String, Long> counts() {
        return counts;
    }

    @Override
    public void claimed(String pool, Duration lateness) {
        add("claimed", 1);
    }

    @Override
    public void skipped(SkipReason reason, long occurrences) {
        add("skipped " + reason, occurrences);
    }

    @Override
    public void moved(RunTransition transition, String pool) {
        add(transition.name(), 1);
    }

    @Override
    public void started(String pool, Duration delay) {
        add("started", 1);
    }

    @Override
    public void staleReport() {
        add("stale report", 1);
    }

    @Override
    public void epochLost(int shard) {
        add("epoch lost", 1);
    }

    @Override
    public void overMaxRunning(String pool) {
        add("over max running", 1);
    }

    @Override
    public void versionLost() {
        add("version lost", 1);
    }

    @Override
    public void rejected(String what) {
        add("rejected " + what, 1);
    }

    @Override
    public void reconciled(String what, int count) {
        add("reconciled " + what, count);
    }

    @Override
    public void queueDeadlinePassed(int runs) {
        add("queue deadline passed", runs);
    }

    @Override
    public void storeUnavailable() {
        add("store unavailable", 1);
    }

    @Override
    public void replanned(boolean moved) {
        add("replanned", 1);
        add("replanned and moved", moved ? 1 : 0);
    }

    @Override
    public void pagedIn(int runs) {
        add("paged in", runs);
    }

    private void add(String what, long more) {
        counts.merge(what, more, Long::sum);
    }
}
