package io.carillon.engine.shard;

/**
 * Sizes of a loop after a turn.
 *
 * @param shards served
 * @param armedJobs in memory because they are due within the horizon
 * @param liveRuns in memory
 * @param readyRuns that wait for a worker
 * @param runsBeyond that wait in the store alone, about
 * @param timers in the wheel
 * @param backlog occurrences that are owed and wait for a later step of their job
 */
public record LoopGauges(
        int shards, int armedJobs, int liveRuns, int readyRuns, long runsBeyond, int timers, long backlog) {

    public static final LoopGauges EMPTY = new LoopGauges(0, 0, 0, 0, 0, 0, 0);

    static LoopGauges of(LoopContext loop, DueJobs jobs) {
        int armed = 0;
        int runs = 0;
        int active = 0;
        for (ShardState shard : loop.shards.values()) {
            armed += shard.jobs.size();
            runs += shard.runs.size();
            active += shard.active() ? 1 : 0;
        }
        return new LoopGauges(
                active, armed, runs, loop.ready.size(), loop.lanes.beyond(), loop.wheel.size(), jobs.backlog());
    }

    public LoopGauges plus(LoopGauges other) {
        return new LoopGauges(
                shards + other.shards,
                armedJobs + other.armedJobs,
                liveRuns + other.liveRuns,
                readyRuns + other.readyRuns,
                runsBeyond + other.runsBeyond,
                timers + other.timers,
                backlog + other.backlog);
    }
}
