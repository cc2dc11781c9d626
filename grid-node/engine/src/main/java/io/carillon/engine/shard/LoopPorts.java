package io.carillon.engine.shard;

import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.Fences;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.LocalWorkers;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.port.ZonePlans;

/** The world as a shard loop sees it. */
public record LoopPorts(
        TimeSource time,
        ShardStore store,
        RowWriter writer,
        ScheduleCompiler schedules,
        Ownership ownership,
        Fences fences,
        Leases leases,
        LocalWorkers workers,
        HandOff handOff,
        LoopEvents events,
        ZonePlans zones) {

    /** With rules of time zones that never change. */
    public LoopPorts(
            TimeSource time,
            ShardStore store,
            RowWriter writer,
            ScheduleCompiler schedules,
            Ownership ownership,
            Fences fences,
            Leases leases,
            LocalWorkers workers,
            HandOff handOff,
            LoopEvents events) {
        this(time, store, writer, schedules, ownership, fences, leases, workers, handOff, events, ZonePlans.NONE);
    }
}
