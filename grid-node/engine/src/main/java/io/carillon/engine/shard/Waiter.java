package io.carillon.engine.shard;

/** Something that waits for a key whose write is under way. */
interface Waiter {

    /** The key is free: go on. */
    void proceed();

    /** The shard is gone: answer that. */
    void abandon();

    /**
     * The store does not answer, so how long the line will stand is open.
     *
     * @return true if this one has answered so and leaves the line; false if it stays
     */
    default boolean leave() {
        return false;
    }
}
