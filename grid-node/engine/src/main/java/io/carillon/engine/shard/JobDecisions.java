package io.carillon.engine.shard;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.JobDecision;
import io.carillon.domain.plan.JobDecision.Answered;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.plan.JobDecision.Step;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.RowOutcome;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a command on a job whose slot is busy for it to its answer: decide, write, then say yes.
 *
 * <p>The caller hears yes only after the write is durable. When the store does not answer it hears that the outcome is
 * unknown, while the write goes on being repeated.
 */
final class JobDecisions {

    private static final Logger log = LoggerFactory.getLogger(JobDecisions.class);

    /** A rule of the domain, with the time and the write id it decides under. */
    interface Rule {
        JobDecision decide(Instant now, UUID writeId);
    }

    /** Looks up what its rule needs, for a busy slot, and decides. */
    interface Judgement {
        void judge(JobSlot slot);
    }

    private final LoopContext loop;
    private final DueJobs jobs;
    private final JobLookUps lookUps;
    private final JobWrites writes;
    private final JobCreations creations;
    private final JobReloads reloads;
    private final JobEffects effects;

    JobDecisions(
            LoopContext loop,
            DueJobs jobs,
            JobLookUps lookUps,
            JobWrites writes,
            JobCreations creations,
            JobReloads reloads,
            JobEffects effects) {
        this.loop = loop;
        this.jobs = jobs;
        this.lookUps = lookUps;
        this.writes = writes;
        this.creations = creations;
        this.reloads = reloads;
        this.effects = effects;
    }

    void decide(JobSlot slot, Caller caller, Rule rule, Judgement again) {
        decide(slot, caller, List.of(), rule, again);
    }

    /** @param live what the decision takes for the job's live runs */
    void decide(JobSlot slot, Caller caller, List<Run> live, Rule rule, Judgement again) {
        JobDecision decision;
        try {
            decision = rule.decide(loop.now(), slot.job == null ? creations.openId() : writes.openId(slot.shard));
        } catch (RuntimeException e) {
            log.error("a command cannot be decided job={}", slot.id, e);
            caller.refuse(Refusal.STORE_UNAVAILABLE, "the job as it is stored cannot be decided on: " + e.getMessage());
            jobs.free(slot);
            return;
        }
        if (decision instanceof Answered answered) {
            answer(slot, answered.reply(), caller, again);
        } else if (decision instanceof Step step) {
            write(slot, step.change(), null, caller, again, () -> again.judge(slot));
        } else if (decision instanceof Changed changed) {
            Job before = slot.job;
            AuditEntry audit = JobAudit.of(caller.command(), before, changed.change(), loop.now());
            write(slot, changed.change(), audit, caller, again, () -> {
                jobs.free(slot);
                if (changed.cancelWaiting() || changed.cancelRunning()) {
                    effects.jobDeleted(slot.shard, changed, live, caller);
                } else {
                    effects.answerWhenSettled(slot.shard, before, changed, caller);
                }
            });
        } else {
            throw new IllegalStateException("unknown decision " + decision);
        }
    }

    /**
     * What needs no write has met no condition: another owner may have the shard, of which this one has not heard. So a yes
     * is compared with the row before it is given.
     */
    private void answer(JobSlot slot, JobReply reply, Caller caller, Judgement again) {
        if (reply instanceof JobReply.Refused) {
            caller.answer(reply);
            jobs.free(slot);
            return;
        }
        Job before = slot.job;
        lookUps.ask(slot, caller, () -> loop.ports.store().loadJobs(List.of(slot.id)), found -> {
            slot.job = found.isEmpty() ? null : found.get(0);
            if (before != null && before.equals(slot.job)) {
                jobs.free(slot);
                effects.answerWhenSettled(slot.shard, before, reply, caller);
            } else {
                judgeAgain(slot, caller, again);
            }
        });
    }

    private void judgeAgain(JobSlot slot, Caller caller, Judgement again) {
        if (caller.mayBeJudgedAgain()) {
            again.judge(slot);
        } else {
            caller.refuse(Refusal.STORE_UNAVAILABLE, "the job is being changed by somebody else all the time");
            jobs.free(slot);
        }
    }

    /** @param audit written with the change; null: it is nobody's */
    private void write(
            JobSlot slot,
            JobChange change,
            @Nullable AuditEntry audit,
            Caller caller,
            Judgement again,
            Runnable whenDurable) {
        Job before = slot.job;
        JobWrites.Then then = new JobWrites.Then() {
            @Override
            public void durable(JobChange written) {
                effects.written(slot.shard, before, written);
                whenDurable.run();
            }

            @Override
            public void refused(RowOutcome outcome) {
                switch (outcome.kind()) {
                    case VERSION_LOST, NOT_TRIED ->
                        reloads.reload(slot, () -> judgeAgain(slot, caller, again), caller::shardLost);
                    case KEY_TAKEN -> {
                        caller.refuse(Refusal.KEY_TAKEN, keyTaken(outcome));
                        jobs.free(slot);
                    }
                    case JOBS_FULL -> {
                        caller.refuse(Refusal.JOBS_FULL, full(change.job(), outcome, "jobs", "max_jobs"));
                        jobs.free(slot);
                    }
                    case EXACT_JOBS_FULL -> {
                        caller.refuse(
                                Refusal.EXACT_JOBS_FULL,
                                full(change.job(), outcome, "jobs of exact timing", "max_exact_jobs"));
                        jobs.free(slot);
                    }
                    case EPOCH_LOST -> caller.shardLost();
                    case REJECTED, OVER_MAX_RUNNING, APPLIED, ALREADY_APPLIED -> {
                        caller.refuse(Refusal.STORE_UNAVAILABLE, "the store refused the write: " + outcome.detail());
                        jobs.free(slot);
                    }
                }
            }

            @Override
            public void inDoubt() {
                caller.storeUnavailable();
            }
        };
        if (before == null) {
            creations.submit(slot, change, audit, then);
        } else {
            writes.submit(slot, before.version(), change, audit, then);
        }
    }

    private static String full(Job job, RowOutcome outcome, String what, String limit) {
        return "owner " + job.definition().ownerId() + " may have " + outcome.detail() + " " + what + " (" + limit
                + ") and has as many";
    }

    private static String keyTaken(RowOutcome outcome) {
        return outcome.detail() == null
                ? "another job of this owner has the same key"
                : "job " + outcome.detail() + " of this owner has the same key";
    }
}
