package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.Payload;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Changes of jobs and runs, as the doors offer them: a command goes to the owner of its shard, and the future completes
 * when it is durable or refused. A refusal is a {@link ProblemException}; one that can be told at once is thrown.
 *
 * <p>Never blocks; thread-safe. Futures complete on the reply threads, never on an owner's loop.
 */
public final class JobDesk {

    static final int REQUEST_ID_CHARS_MAX = 200;

    private final Owners owners;
    private final JobRules rules;
    private final TimeSource time;
    private final Executor replies;

    /** @param replies runs what follows an owner's answer */
    public JobDesk(Owners owners, JobRules rules, TimeSource time, Executor replies) {
        this.owners = owners;
        this.rules = rules;
        this.time = time;
        this.replies = replies;
    }

    /**
     * @param chosen the client's id for the job, so that a repeat is the same job; null: a new one is made
     * @param violations what the door found wrong already
     */
    public CompletableFuture<JobReply.Created> create(
            Principal principal, @Nullable JobId chosen, JobDraft draft, Violations violations) {
        Instant now = time.now();
        JobDefinition definition = rules.definition(draft, principal, now, violations);
        if (definition == null) {
            throw Problem.invalid(violations.list()).toException();
        }
        if (!principal.mayActFor(definition.ownerId())) {
            throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + definition.ownerId())
                    .toException();
        }
        JobId id = chosen == null ? newJobId(now) : chosen;
        return ask(new JobCommand.Create(principal, id, definition), JobReply.Created.class);
    }

    /** Gives a job another definition, or creates it. */
    CompletableFuture<JobReply.Replaced> replace(
            Principal principal, JobId job, JobDefinition definition, Expected expected) {
        return ask(
                new JobCommand.Replace(principal, job, definition, expected.existence(), expected.revisions()),
                JobReply.Replaced.class);
    }

    public CompletableFuture<JobReply.Done> delete(Principal principal, JobId job, boolean cancelRunning) {
        return ask(new JobCommand.Delete(principal, job, cancelRunning), JobReply.Done.class);
    }

    public CompletableFuture<JobReply.Done> pause(Principal principal, JobId job, boolean hold) {
        return ask(new JobCommand.Pause(principal, job, hold), JobReply.Done.class);
    }

    public CompletableFuture<JobReply.Done> resume(Principal principal, JobId job) {
        return ask(new JobCommand.Resume(principal, job), JobReply.Done.class);
    }

    /** @param requestId the same id on the same job names the same run; null: a new one is made */
    public CompletableFuture<JobReply.Triggered> trigger(
            Principal principal,
            JobId job,
            @Nullable Payload payload,
            @Nullable String requestId,
            Violations violations) {
        String fault = requestId == null ? null : Texts.fault(requestId, REQUEST_ID_CHARS_MAX);
        if (fault != null) {
            violations.add("request_id", fault);
        }
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        String request = requestId == null ? newId().toString() : requestId;
        return ask(new JobCommand.TriggerNow(principal, job, payload, request), JobReply.Triggered.class);
    }

    /** A piece of a backfill; none of its runs is made twice. */
    CompletableFuture<JobReply.Done> backfill(
            Principal principal, JobId job, List<Instant> nominals, String requestId) {
        return ask(new JobCommand.Backfill(principal, job, nominals, requestId), JobReply.Done.class);
    }

    public CompletableFuture<JobReply.Done> cancelRun(Principal principal, RunId run) {
        return ask(new JobCommand.CancelRun(principal, run), JobReply.Done.class);
    }

    /** Takes a dead run back to the queue. */
    public CompletableFuture<JobReply.Done> redriveRun(Principal principal, RunId run) {
        return ask(new JobCommand.RedriveRun(principal, run), JobReply.Done.class);
    }

    private <R extends JobReply> CompletableFuture<R> ask(JobCommand command, Class<R> expected) {
        CompletableFuture<JobReply> answer = new CompletableFuture<>();
        owners.submit(List.of(new Request.OfJob(command, answer::complete)));
        return answer.thenApplyAsync(
                reply -> {
                    if (reply instanceof JobReply.Refused refused) {
                        throw Refusals.problem(refused).toException();
                    }
                    return expected.cast(reply);
                },
                replies);
    }

    private JobId newJobId(Instant now) {
        return new JobId(Uuids.version7(now.toEpochMilli(), time.randomBits(), time.randomBits()));
    }

    UUID newId() {
        return Uuids.version7(time.now().toEpochMilli(), time.randomBits(), time.randomBits());
    }
}
