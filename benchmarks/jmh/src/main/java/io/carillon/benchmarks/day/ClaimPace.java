package io.carillon.benchmarks.day;

import io.carillon.domain.id.Shards;
import io.carillon.engine.shard.Lookahead;
import java.util.Arrays;

/**
 * When the jobs that are due in one second are claimed: by lumps of a shard, at its beat, as early as the loop's pace asks for. The same
 * arithmetic as the product's loop has, on its settings.
 */
final class ClaimPace {

    private static final int LUMP_MAX = 256;
    private static final long FIRST_BEAT_MICROS = 150_000;
    private static final long BEATS_MICROS = 700_000;
    private static final long JOINED = -1;

    private final long aheadMicros;
    private final long perJobMicros;
    private final long horizonMicros;

    private final int[] planned;
    private final int[] lumpSize = new int[Shards.COUNT];
    private final int[] lumpLeft = new int[Shards.COUNT];
    private final int[] lumpLast = new int[Shards.COUNT];

    ClaimPace(int loops) {
        Lookahead lookahead = Lookahead.DEFAULT;
        this.aheadMicros = lookahead.claimAhead().toNanos() / 1_000;
        this.perJobMicros = 1_000_000 / lookahead.claimsPerSecond();
        this.horizonMicros = lookahead.horizon().toNanos() / 1_000;
        this.planned = new int[loops];
    }

    /** How long before a second with so many runs a loop the first of them is claimed, at most. */
    long leadMicros(int runsOfALoop) {
        return Math.min(horizonMicros, aheadMicros + 1_000_000 + (2L * runsOfALoop + 2 * LUMP_MAX) * perJobMicros);
    }

    /** The next runs are those of another second. */
    void nextSecond() {
        Arrays.fill(planned, 0);
        Arrays.fill(lumpSize, 0);
        Arrays.fill(lumpLeft, 0);
    }

    /**
     * Plans the next run of the second; it is put behind the others of its lump.
     *
     * @return when its lump is to be claimed, if it is the first one of it; else a negative number
     */
    long plan(Runs runs, int run, int loop, long secondMicros) {
        int shard = runs.shard(run);
        if (lumpLeft[shard] > 0) {
            lumpLeft[shard]--;
            runs.next[lumpLast[shard]] = run;
            lumpLast[shard] = run;
            return JOINED;
        }
        lumpSize[shard] = lumpSize[shard] == 0 ? 1 : Math.min(LUMP_MAX, 2 * lumpSize[shard]);
        lumpLeft[shard] = lumpSize[shard] - 1;
        lumpLast[shard] = run;
        int before = planned[loop];
        planned[loop] += lumpSize[shard];
        long due = runs.dueMicros[run];
        long of = lumpSize[shard] == 1 ? due : secondMicros;
        long latest = of - aheadMicros - before * perJobMicros;
        return Math.max(0, Math.max(due - horizonMicros, beatBefore(shard, latest)));
    }

    private static long beatBefore(int shard, long micros) {
        long beat = FIRST_BEAT_MICROS + BEATS_MICROS * shard / Shards.COUNT;
        return micros - Math.floorMod(micros - beat, 1_000_000L);
    }
}
