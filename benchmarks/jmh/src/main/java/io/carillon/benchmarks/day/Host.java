package io.carillon.benchmarks.day;

import java.util.ArrayList;
import java.util.List;

/** A member: its cores, its loops, its writers, and the free slots of the workers that are connected to it. */
final class Host {

    final int id;
    final Cores cores;
    final List<Loop> loops = new ArrayList<>();
    /** By database. */
    final List<Lane> claimLanes = new ArrayList<>();

    final List<Lane> runLanes = new ArrayList<>();

    private int slots;
    private int taken;

    Host(int id, Cores cores) {
        this.id = id;
        this.cores = cores;
    }

    /** Workers come or go; those that go end what they have. */
    void slots(int count) {
        slots = count;
    }

    int free() {
        return Math.max(0, slots - taken);
    }

    int taken() {
        return taken;
    }

    boolean reserve() {
        if (free() == 0) {
            return false;
        }
        taken++;
        return true;
    }

    void release() {
        taken--;
    }

    /** A slot is free: whoever has something ready may take it. */
    void wake(long now) {
        for (Loop loop : loops) {
            if (loop.ready() > 0) {
                loop.wake(now);
            }
        }
    }
}
