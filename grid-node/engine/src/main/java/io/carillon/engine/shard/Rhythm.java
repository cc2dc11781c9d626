package io.carillon.engine.shard;

import java.time.Duration;

/**
 * When a loop reads the store again.
 *
 * @param preloadEvery how often the next slice of due times is read
 * @param reconcileEvery how often a part of the shards is compared with the store
 * @param reloadAfterGain when a gained shard is read once more: longer than any statement of its last owner can last
 */
public record Rhythm(Duration preloadEvery, Duration reconcileEvery, Duration reloadAfterGain) {

    public static final Rhythm DEFAULT =
            new Rhythm(Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofSeconds(11));
}
