package io.carillon.engine.shard;

/** What a write's answer can ask of the rest of the loop. */
interface Recovery {

    /** The run is free again: whoever waited for it goes on. */
    void release(RunSlot slot);

    /** Memory and store differ on this run: read it again; it stays busy until then. */
    void reload(RunSlot slot);

    /** Another owner has the shard: forget all of it. */
    void epochLost(ShardState shard);
}
