package io.carillon.worker.runtime;

/** Who the worker is to the grid. */
public record WorkerIdentity(String id, String pool, int slots) {
    /** What the grid accepts. */
    public static final int SLOTS_MAX = 100_000;

    public WorkerIdentity {
        if (id.isBlank() || pool.isBlank()) {
            throw new IllegalArgumentException("id and pool must not be blank");
        }
        if (slots < 1 || slots > SLOTS_MAX) {
            throw new IllegalArgumentException("slots must be from 1 to " + SLOTS_MAX + ", was " + slots);
        }
    }
}
