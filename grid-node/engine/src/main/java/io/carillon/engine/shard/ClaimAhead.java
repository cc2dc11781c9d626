package io.carillon.engine.shard;

import io.carillon.domain.id.Shards;
import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * When a job is to be claimed: the usual time ahead of its due time, and earlier by the time that those already planned
 * for the same second take at the given pace. So a wave is claimed evenly before its due time instead of at it.
 *
 * <p>One write carries claims of one shard only, so jobs of a shard that are due in one second are claimed by the lump, all of one
 * at the same instant. The first lump is one job, each next one has room for twice as many: few jobs are claimed as late as may be,
 * and of a wave each write carries many. What a lump leaves empty makes the wave begin earlier, less than twice as early.
 *
 * <p>All claims of a shard are made at its beat, once a second, so that a steady load of scattered jobs makes one write a shard and
 * second as well. The beats of the shards are spread over a second and leave out its ends: most jobs are due at whole seconds, where
 * claims for later would meet the starts of now.
 */
final class ClaimAhead {

    private static final long MICROS_PER_SECOND = 1_000_000L;

    private static final long FIRST_BEAT_MICROS = 150_000;
    private static final long BEATS_MICROS = 700_000;

    /** A lump holds the loop up for as long as it takes to decide. */
    private static final int LUMP_MAX = 256;

    /** The jobs due in one second. */
    private static final class Second {
        final Map<Integer, Lump> lumps = new HashMap<>();
        /** Places in the pace that lumps have taken. */
        int planned;
    }

    private static final class Lump {
        /** Places before its first one. */
        int before;

        int size;
        int left;
    }

    private final long aheadMicros;
    private final long perJobMicros;
    private final long horizonMicros;
    private final Map<Long, Second> seconds = new HashMap<>();

    ClaimAhead(Duration ahead, int claimsPerSecond, Duration horizon) {
        this.aheadMicros = ahead.toNanos() / 1_000;
        this.perJobMicros = MICROS_PER_SECOND / claimsPerSecond;
        this.horizonMicros = horizon.toNanos() / 1_000;
    }

    /** Plans one more job of this shard for this due time; the instant in microseconds at which to claim it. */
    long plan(int shard, Instant dueAt) {
        long due = Micros.of(dueAt);
        long second = Math.floorDiv(due, MICROS_PER_SECOND);
        Second planned = seconds.computeIfAbsent(second, s -> new Second());
        Lump lump = planned.lumps.computeIfAbsent(shard, s -> new Lump());
        if (lump.left == 0) {
            lump.size = lump.size == 0 ? 1 : Math.min(LUMP_MAX, 2 * lump.size);
            lump.left = lump.size;
            lump.before = planned.planned;
            planned.planned += lump.size;
        }
        lump.left--;
        long of = lump.size == 1 ? due : second * MICROS_PER_SECOND;
        long latest = of - aheadMicros - lump.before * perJobMicros;
        return Math.max(due - horizonMicros, beatBefore(shard, latest));
    }

    private static long beatBefore(int shard, long micros) {
        long beat = FIRST_BEAT_MICROS + BEATS_MICROS * shard / Shards.COUNT;
        return micros - Math.floorMod(micros - beat, MICROS_PER_SECOND);
    }

    /** How far before this due time a claim may be made now. */
    Duration limit() {
        return Duration.ofNanos(horizonMicros * 1_000);
    }

    /** Forgets seconds that have passed. */
    void forgetBefore(Instant now) {
        long second = now.getEpochSecond();
        seconds.keySet().removeIf(planned -> planned < second);
    }
}
