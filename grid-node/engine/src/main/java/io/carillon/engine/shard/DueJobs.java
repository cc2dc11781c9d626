package io.carillon.engine.shard;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The jobs in memory: those due within the horizon, in the wheel, and those something is being done to. A slot that is
 * neither leaves.
 */
final class DueJobs {

    /** After this many refusals in a row for its own sake a job waits for the next full load instead of circling. */
    static final int REJECTIONS_MAX = 3;

    private static final Duration RETRY = Duration.ofMillis(500);

    private final LoopContext loop;
    private final ClaimAhead ahead;
    private final Deque<JobSlot> due = new ArrayDeque<>();
    private final Consumer<JobSlot> onDue = this::due;

    DueJobs(LoopContext loop) {
        this.loop = loop;
        this.ahead =
                new ClaimAhead(loop.settings.claimAhead(), loop.settings.claimsPerSecond(), loop.settings.horizon());
    }

    /** Jobs whose claim is at hand, oldest call first. */
    Deque<JobSlot> due() {
        return due;
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
        slot.rejections = 0;
        settle(slot);
    }

    /** Puts a free slot where it belongs: to the next in line, into the wheel, among the due, or out of memory. */
    void settle(JobSlot slot) {
        if (!slot.shard.active()) {
            return;
        }
        Waiter next = slot.waiting.poll();
        if (next != null) {
            next.proceed();
            return;
        }
        slot.cancelAlarm();
        Instant dueAt = slot.job == null ? null : slot.job.nextDueAt();
        Instant now = loop.now();
        if (dueAt == null || dueAt.isAfter(now.plus(loop.settings.horizon())) || slot.rejections >= REJECTIONS_MAX) {
            slot.duePending = false;
            slot.shard.jobs.remove(slot.id);
        } else if (slot.duePending || !dueAt.minus(loop.settings.claimAhead()).isAfter(now)) {
            slot.duePending = false;
            due.add(slot);
        } else {
            slot.alarm = loop.wheel.schedule(then -> onDue.accept(slot), ahead.plan(dueAt));
        }
    }

    /** Frees a busy slot. */
    void free(JobSlot slot) {
        slot.busy = false;
        settle(slot);
    }

    /** Not now: the job stays in memory and is looked at again shortly. */
    void postpone(JobSlot slot) {
        slot.cancelAlarm();
        slot.alarm = loop.wheel.schedule(
                then -> onDue.accept(slot), Micros.of(loop.now().plus(RETRY)));
    }

    private void due(JobSlot slot) {
        slot.alarm = null;
        if (slot.busy) {
            slot.duePending = true;
        } else if (slot.shard.active()) {
            due.add(slot);
        }
    }
}
