package io.carillon.engine.shard;

import io.carillon.domain.plan.Lane;
import io.carillon.domain.wheel.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a loop between two turns, in the middle of whatever is going on: what nobody is writing waits for something that
 * will come, and memory holds no more than there is.
 */
public final class LoopLook {

    /** The grid answers in less, and a comparison finds what it has not answered. */
    private static final Duration ASKED_MAX = Duration.ofSeconds(40);

    private static final int IN_LINE_MAX = 1_000;

    private final ShardLoop loop;
    private final Instant now;
    private final List<String> faults = new ArrayList<>(0);
    private int runs;
    private int jobs;

    private LoopLook(ShardLoop loop, Instant now) {
        this.loop = loop;
        this.now = now;
    }

    /** @param now as the loop knows it */
    public static List<String> faultsOf(ShardLoop loop, Instant now) {
        LoopLook look = new LoopLook(loop, now);
        loop.loop.shards.values().stream().filter(ShardState::active).forEach(shard -> {
            shard.runs.values().forEach(look::run);
            shard.jobs.values().forEach(look::job);
        });
        look.sizes();
        return look.faults;
    }

    /** Waiting runs that need not be in memory, beyond this many: between two turns there are none. */
    public static List<String> tooMuchWaiting(ShardLoop loop, int most) {
        long waiting = loop.loop.shards.values().stream()
                .filter(ShardState::active)
                .flatMap(shard -> shard.runs.values().stream())
                .filter(slot -> slot.lane != Lane.NONE && Paging.mayLeave(slot))
                .count();
        return waiting <= most ? List.of() : List.of(waiting + " runs wait in memory, " + most + " may");
    }

    private void run(RunSlot slot) {
        runs++;
        demand(slot.line.size() <= IN_LINE_MAX, slot, "has too many in line");
        if (slot.busy) {
            return;
        }
        if (slot.isRunning()) {
            boolean asked = slot.lookAt.plus(ASKED_MAX).isAfter(now);
            demand(pending(slot.alarm) || asked, slot, "runs, and nothing will look at the end of its lease");
        } else if (slot.isWaiting()) {
            boolean waits = pending(slot.alarm) || slot.inReady || slot.held || slot.behind;
            demand(waits, slot, "waits for nothing");
        } else {
            demand(false, slot, "has ended and is still in memory");
        }
    }

    private void job(JobSlot slot) {
        jobs++;
        if (!slot.busy && !pending(slot.alarm) && !slot.amongDue) {
            faults.add("job " + slot.id + " waits for nothing");
        }
    }

    private void sizes() {
        int timers = loop.loop.wheel.size();
        // Two for each run, one for each job, and what the loop keeps for itself and for shards under way.
        if (timers > 2 * runs + jobs + 200) {
            faults.add(timers + " timers for " + runs + " runs and " + jobs + " jobs");
        }
        if (loop.loop.ready.size() > runs) {
            faults.add(loop.loop.ready.size() + " ready of " + runs + " runs");
        }
    }

    private static boolean pending(@Nullable Timer<Alarm> alarm) {
        return alarm != null && alarm.isPending();
    }

    private void demand(boolean holds, RunSlot slot, String otherwise) {
        if (!holds) {
            faults.add("run " + slot.run.id() + " (" + slot.run.state() + ") " + otherwise);
        }
    }
}
