package io.carillon.member.wiring;

import io.carillon.engine.grid.GridSettings;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.worker.http.CidrBlock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a member needs to know.
 *
 * @param storeWait how long the start waits for the store to answer
 * @param grid its size is that of the database in the end
 * @param namedSize the cluster's size as the operator says it; null: the operator does not
 * @param loops threads that serve shards
 * @param historyRetention how long ended runs are kept
 * @param redrivesPerSecond runs that redrives of many take back to the queue, over the whole cluster
 * @param alertsAllowed loopback and private ranges that owners' webhooks may lie in
 * @param auditRetention how long entries of the audit log are kept
 */
public record MemberSettings(
        StoreSettings store,
        Duration storeWait,
        GridSettings grid,
        @Nullable Integer namedSize,
        LoopSettings loop,
        int loops,
        Duration historyRetention,
        int redrivesPerSecond,
        List<CidrBlock> alertsAllowed,
        Duration auditRetention) {}
