package io.carillon.engine.member;

import java.util.Map;
import java.util.Set;

/** Who serves the shards that a member has. Thread-safe. */
interface ShardTaker {

    /** These are to be served, under these epochs. */
    void gain(Map<Integer, Long> epochs);

    /** These are to be forgotten. */
    void lose(Set<Integer> shards);
}
