package io.carillon.benchmarks.day;

import java.util.Arrays;

/** The runs in memory, by number: from their load to their end. Numbers are used again. */
final class Runs {

    static final int NONE = -1;

    int[] job = new int[1 << 16];
    long[] dueMicros = new long[1 << 16];
    /** When it may start: the due time, later the time of its retry. */
    long[] eligibleMicros = new long[1 << 16];
    /** The next one of the lump that is claimed together. */
    int[] next = new int[1 << 16];

    byte[] shard = new byte[1 << 16];
    byte[] failures = new byte[1 << 16];
    /** The member whose worker has it. */
    byte[] gateway = new byte[1 << 16];

    boolean[] exact = new boolean[1 << 16];
    Ending[] ending = new Ending[1 << 16];

    private int used;
    private int free = NONE;
    private int live;

    /** What its last attempt came to. */
    enum Ending {
        SUCCESS,
        RETRY,
        DEATH
    }

    int take(int ofJob, int ofShard, long due, boolean isExact) {
        int run = free;
        if (run == NONE) {
            run = used;
            used++;
            if (run == job.length) {
                grow();
            }
        } else {
            free = next[run];
        }
        job[run] = ofJob;
        shard[run] = (byte) ofShard;
        dueMicros[run] = due;
        eligibleMicros[run] = due;
        exact[run] = isExact;
        failures[run] = 0;
        next[run] = NONE;
        live++;
        return run;
    }

    void release(int run) {
        next[run] = free;
        free = run;
        live--;
    }

    int live() {
        return live;
    }

    int shard(int run) {
        return shard[run] & 0xFF;
    }

    private void grow() {
        int length = 2 * job.length;
        if (length - 1 > Agenda.ID_MAX) {
            throw new IllegalStateException("more than " + job.length + " live runs: too much load for this size");
        }
        job = Arrays.copyOf(job, length);
        dueMicros = Arrays.copyOf(dueMicros, length);
        eligibleMicros = Arrays.copyOf(eligibleMicros, length);
        next = Arrays.copyOf(next, length);
        shard = Arrays.copyOf(shard, length);
        failures = Arrays.copyOf(failures, length);
        gateway = Arrays.copyOf(gateway, length);
        exact = Arrays.copyOf(exact, length);
        ending = Arrays.copyOf(ending, length);
    }
}
