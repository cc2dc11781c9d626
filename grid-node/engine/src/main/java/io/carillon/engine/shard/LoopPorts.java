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
        LoopEvents events) {}
