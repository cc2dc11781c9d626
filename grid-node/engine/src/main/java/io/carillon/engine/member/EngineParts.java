package io.carillon.engine.member;

import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.NoteStore;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.gateway.GatewayEvents;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Fences;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.shard.LoopEvents;
import io.carillon.engine.zone.AgreedZones;

/** What a {@link MemberEngine} is put together from: store, grid, time, and who counts. */
public record EngineParts(
        TimeSource time,
        ShardStore store,
        RowWriter writer,
        ScheduleCompiler schedules,
        Ownership ownership,
        Owners owners,
        Fences fences,
        Leases leases,
        HandOff handOff,
        Credits credits,
        NoteStore notes,
        LoopEvents loopEvents,
        GatewayEvents gatewayEvents,
        AgreedZones zones) {}
