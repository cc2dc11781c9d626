package io.carillon.engine.shard;

/** Something that waits for a key whose write is under way. */
interface Waiter {

    /** The key is free: go on. */
    void proceed();

    /** The shard is gone: answer that. */
    void abandon();
}
