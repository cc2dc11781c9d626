package io.carillon.engine.shard;

import java.time.Duration;

/**
 * How far a loop works ahead of the due times.
 *
 * @param horizon how far ahead due times are kept in memory
 * @param claimAhead how long before its due time a run is claimed, at least; up to a second more
 * @param claimsPerSecond the pace at which jobs due in one second are claimed ahead; a larger wave begins earlier
 */
public record Lookahead(Duration horizon, Duration claimAhead, int claimsPerSecond) {

    public static final Lookahead DEFAULT = new Lookahead(Duration.ofSeconds(60), Duration.ofSeconds(2), 1_500);
}
