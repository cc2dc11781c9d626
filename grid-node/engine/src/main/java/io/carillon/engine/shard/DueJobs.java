package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.Overlap;
import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The jobs in memory: those due within the horizon, in the wheel, and those something is being done to. A slot that is
 * neither leaves.
 */
final class DueJobs {

    private static final Duration RETRY = Duration.ofMillis(500);

    private final LoopContext loop;
    private final ClaimAhead ahead;
    /** In order of due time: a wave is called up to a minute before it, and others are due meanwhile. */
    private final PriorityQueue<Call> due = new PriorityQueue<>();
    /** Those that make up for a gap: they come after all that keep up. */
    private final Deque<JobSlot> catchingUp = new ArrayDeque<>();
    /** What jobs owe that was left for a later step. */
    private final Map<JobSlot, Long> backlogs = new HashMap<>();

    private long calls;
    /** The slot whose line is being served, so that whoever frees it meanwhile does not serve it as well. */
    private @Nullable JobSlot serving;

    DueJobs(LoopContext loop) {
        this.loop = loop;
        this.ahead = new ClaimAhead(
                loop.settings.lookahead().claimAhead(),
                loop.settings.lookahead().claimsPerSecond(),
                loop.settings.lookahead().horizon());
    }

    /** A slot whose claim is at hand. {@code order} is that of the calls. */
    private record Call(long dueMicros, long order, JobSlot slot) implements Comparable<Call> {
        @Override
        public int compareTo(Call other) {
            int byDueTime = Long.compare(dueMicros, other.dueMicros);
            return byDueTime != 0 ? byDueTime : Long.compare(order, other.order);
        }
    }

    /** Those whose claim is at hand, what is due first before the others. */
    List<JobSlot> takeDue(int max) {
        List<JobSlot> taken = new ArrayList<>(Math.max(0, Math.min(max, due.size())));
        while (taken.size() < max && !due.isEmpty()) {
            taken.add(taken(due.remove().slot));
        }
        return taken;
    }

    int catchingUpCount() {
        return catchingUp.size();
    }

    /** The first of those that make up for a gap; there must be one. */
    JobSlot takeCatchingUp() {
        return taken(catchingUp.remove());
    }

    private static JobSlot taken(JobSlot slot) {
        slot.amongDue = false;
        return slot;
    }

    /** How many occurrences a job owes beyond what has been claimed. */
    void leaves(JobSlot slot, long backlog) {
        if (backlog > 0) {
            backlogs.put(slot, backlog);
        } else {
            backlogs.remove(slot);
        }
    }

    long backlog() {
        if (backlogs.isEmpty()) {
            return 0;
        }
        backlogs.keySet().removeIf(slot -> !slot.shard.active() || slot.shard.jobs.get(slot.id) != slot);
        return backlogs.values().stream().mapToLong(Long::longValue).sum();
    }

    ClaimAhead ahead() {
        return ahead;
    }

    JobSlot findOrOpen(ShardState shard, JobId id) {
        return shard.jobs.computeIfAbsent(id, i -> new JobSlot(i, shard, null));
    }

    /** A job as read from the store; kept if memory has nothing newer. */
    void loaded(ShardState shard, Job job) {
        JobSlot slot = findOrOpen(shard, job.id());
        if (slot.busy || (slot.job != null && slot.job.version() >= job.version())) {
            return;
        }
        slot.job = job;
        slot.rejections.reset();
        place(slot);
    }

    /** Frees a busy slot: to the next in line, into the wheel, among the due, or out of memory. */
    void free(JobSlot slot) {
        slot.busy = false;
        if (serving == slot) {
            return;
        }
        JobSlot outer = serving;
        serving = slot;
        try {
            while (slot.shard.active() && !slot.busy) {
                Waiter next = slot.line.next();
                if (next == null) {
                    place(slot);
                    return;
                }
                next.proceed();
            }
        } finally {
            serving = outer;
        }
    }

    /** Frees a busy slot; unless somebody else wants it, its claim is not tried again at once. */
    void freeForLater(JobSlot slot) {
        slot.postponed = true;
        free(slot);
    }

    /** Puts a free slot with nobody in line where it belongs. */
    void place(JobSlot slot) {
        if (!slot.shard.active() || slot.shard.jobs.get(slot.id) != slot) {
            return;
        }
        slot.cancelAlarm();
        boolean now = slot.duePending;
        boolean later = slot.postponed;
        slot.duePending = false;
        slot.postponed = false;
        Instant dueAt = slot.job == null ? null : slot.job.nextDueAt();
        if (dueAt == null
                || dueAt.isAfter(loop.now().plus(loop.settings.lookahead().horizon()))) {
            slot.shard.jobs.remove(slot.id, slot);
        } else if (slot.rejections.parked()) {
            slot.alarm = loop.after(Rejections.PARKED_FOR, then -> {
                slot.rejections.tryAgain();
                rang(slot);
            });
        } else if (later) {
            postpone(slot);
        } else if (slot.job != null && Overlap.takesTurns(slot.job.definition())) {
            claimAtDueTime(slot, dueAt);
        } else if (now || !dueAt.minus(loop.settings.lookahead().claimAhead()).isAfter(loop.now())) {
            call(slot);
        } else {
            slot.alarm = loop.wheel.schedule(then -> rang(slot), ahead.plan(slot.shard.shard, dueAt));
        }
    }

    /** What will be live then is not known before. */
    private void claimAtDueTime(JobSlot slot, Instant dueAt) {
        if (dueAt.isAfter(loop.now())) {
            slot.alarm = loop.at(dueAt, then -> rang(slot));
        } else {
            call(slot);
        }
    }

    /** Not now: the job stays in memory and is looked at again shortly. */
    void postpone(JobSlot slot) {
        slot.cancelAlarm();
        slot.alarm = loop.after(RETRY, then -> rang(slot));
    }

    private void rang(JobSlot slot) {
        slot.alarm = null;
        if (slot.busy) {
            slot.duePending = true;
        } else if (slot.shard.active()) {
            call(slot);
        }
    }

    private void call(JobSlot slot) {
        if (!slot.amongDue) {
            slot.amongDue = true;
            if (slot.job != null && ClaimPlanner.isCatchingUp(slot.job, loop.now())) {
                catchingUp.add(slot);
            } else {
                Instant dueAt = slot.job == null ? null : slot.job.nextDueAt();
                due.add(new Call(dueAt == null ? Long.MIN_VALUE : Micros.of(dueAt), ++calls, slot));
            }
        }
    }
}
