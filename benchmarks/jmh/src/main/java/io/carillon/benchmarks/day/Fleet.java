package io.carillon.benchmarks.day;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The workers, spread evenly over the members; their number follows a {@link WorkerRule}. */
final class Fleet {

    private static final long NEVER = -1;

    private record Arrival(long micros, int workers) {}

    private final WorkerRule rule;
    private final List<Host> hosts;
    private final Deque<Arrival> ordered = new ArrayDeque<>();
    private int workers;
    private int orderedWorkers;
    private long calmSince = NEVER;
    private int wantedMost;

    Fleet(WorkerRule rule, List<Host> hosts) {
        this.rule = rule;
        this.hosts = hosts;
        become(rule.least());
    }

    int workers() {
        return workers;
    }

    /**
     * @param slotsWanted that would be taken now if there were enough
     * @return when more workers come, if more were asked for; else a negative number
     */
    long look(long now, double slotsWanted) {
        int wanted = rule.workersFor(slotsWanted);
        if (wanted >= workers) {
            calmSince = NEVER;
            int missing = wanted - workers - orderedWorkers;
            if (missing <= 0) {
                return NEVER;
            }
            Arrival arrival = new Arrival(now + rule.startSeconds() * 1_000_000L, missing);
            ordered.add(arrival);
            orderedWorkers += missing;
            return arrival.micros();
        }
        if (calmSince == NEVER) {
            calmSince = now;
            wantedMost = wanted;
        }
        wantedMost = Math.max(wantedMost, wanted);
        if (now - calmSince >= rule.keepSeconds() * 1_000_000L) {
            become(wantedMost);
            calmSince = NEVER;
        }
        return NEVER;
    }

    /** Those that were asked for long enough ago take work. */
    void arrive(long now) {
        while (!ordered.isEmpty() && ordered.peek().micros() <= now) {
            int more = ordered.remove().workers();
            orderedWorkers -= more;
            become(Math.min(rule.most(), workers + more));
        }
        hosts.forEach(host -> host.wake(now));
    }

    private void become(int count) {
        workers = count;
        for (int i = 0; i < hosts.size(); i++) {
            int here = count / hosts.size() + (i < count % hosts.size() ? 1 : 0);
            hosts.get(i).slots(here * rule.slots());
        }
    }
}
