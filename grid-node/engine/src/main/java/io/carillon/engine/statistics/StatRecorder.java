package io.carillon.engine.statistics;

import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunTransition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Adds up the steps of runs on this member until they are taken away as a batch, about once a second: the price of a step is three
 * look-ups and two additions. How many keys a batch may hold is bounded; events of keys beyond that are counted together. Thread-safe.
 */
public final class StatRecorder {

    static final int POOLS_MAX = 200;
    static final int OWNERS_MAX = 500;
    /** A wave of jobs that run once each says little about any of them, and is not to fill the grid. */
    static final int JOBS_MAX = 100;

    private final int poolsMax;
    private final int ownersMax;
    private final int jobsMax;
    private Map<StatKey, RunStats> stats = new HashMap<>();
    private final int[] keys = new int[StatKey.Kind.COUNT];
    private final boolean ofPoolsAlone;
    private long together;

    public StatRecorder() {
        this(POOLS_MAX, OWNERS_MAX, JOBS_MAX, false);
    }

    private StatRecorder(int poolsMax, int ownersMax, int jobsMax, boolean ofPoolsAlone) {
        this.poolsMax = poolsMax;
        this.ownersMax = ownersMax;
        this.jobsMax = jobsMax;
        this.ofPoolsAlone = ofPoolsAlone;
    }

    /** Where nobody makes windows: how long a pool's runs take is of use all the same, and what owners and jobs do is not kept. */
    public static StatRecorder ofPools() {
        return new StatRecorder(POOLS_MAX, 0, 0, true);
    }

    static StatRecorder bounded(int poolsMax, int ownersMax, int jobsMax) {
        return new StatRecorder(poolsMax, ownersMax, jobsMax, false);
    }

    /** A step that has become durable. */
    public synchronized void add(Moved moved) {
        boolean told = moved.transition() == RunTransition.START || RunOutcome.of(moved.transition()) != null;
        if (!told) {
            return;
        }
        Run run = moved.run();
        add(StatKey.pool(run.pool()), poolsMax, moved);
        if (!ofPoolsAlone) {
            add(StatKey.owner(run.ownerId()), ownersMax, moved);
            add(StatKey.job(run.jobId().toString()), jobsMax, moved);
        }
    }

    /** What has been added since the last call. */
    public synchronized StatBatch take(long nowMillis) {
        StatBatch batch = new StatBatch(nowMillis, stats);
        stats = new HashMap<>();
        Arrays.fill(keys, 0);
        return batch;
    }

    /** Events since the start that were counted among the others for want of room, once for each of their keys. */
    public synchronized long together() {
        return together;
    }

    private void add(StatKey key, int most, Moved moved) {
        RunStats found = stats.get(key);
        if (found == null) {
            int kind = key.kind().code();
            if (keys[kind] < most) {
                keys[kind]++;
                found = new RunStats();
                stats.put(key, found);
            } else {
                together++;
                found = stats.computeIfAbsent(StatKey.others(key.kind()), others -> new RunStats());
            }
        }
        found.add(moved);
    }
}
