package io.carillon.app.wiring;

import io.carillon.engine.grid.GridSettings;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import java.time.Duration;

/**
 * All that a member needs to know.
 *
 * @param loops threads that serve shards
 * @param historyRetention how long ended runs are kept
 */
public record MemberSettings(
        StoreSettings store, GridSettings grid, LoopSettings loop, int loops, Duration historyRetention) {}
