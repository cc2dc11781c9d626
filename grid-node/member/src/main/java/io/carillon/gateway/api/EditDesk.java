package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.store.JobView;
import io.carillon.domain.time.TimeSource;
import io.carillon.member.tracing.CallerTrace;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * Changes of what a job is. A change of a part is made of the definition that is stored, and holds only for that revision:
 * where the job has moved on meanwhile, and the caller does not mind, it is made again.
 *
 * <p>Never blocks; thread-safe. Refusals are {@link ProblemException}s.
 */
public final class EditDesk {

    /** A job that changes under so many tries is somebody else's at the moment. */
    private static final int TRIES_MAX = 5;

    /** A draft, and what its door found wrong with it. */
    public record Written(JobDraft draft, Violations violations) {}

    /** What a caller wants of a job that is defined so. */
    @FunctionalInterface
    public interface Edit {
        Written applyTo(JobDefinition current);
    }

    /** @param created false: there was one, which may have been like this already */
    public record Put(JobView job, boolean created) {}

    private final JobDesk desk;
    private final JobRules rules;
    private final History history;
    private final TimeSource time;
    private final Executor queries;

    /** @param queries runs what asks the database */
    public EditDesk(JobDesk desk, JobRules rules, History history, TimeSource time, Executor queries) {
        this.desk = desk;
        this.rules = rules;
        this.history = history;
        this.time = time;
        this.queries = queries;
    }

    /** Changes a part of a job. */
    public CompletableFuture<JobView> update(Principal principal, JobId job, Edit edit, Expected expected) {
        return update(principal, job, edit, expected, 1);
    }

    /** Creates a job under an id of the client's, or gives it this definition as a whole. */
    public CompletableFuture<Put> put(Principal principal, JobId job, Written written, Expected expected) {
        JobDefinition definition = judged(written, principal);
        if (!principal.mayActFor(definition.ownerId())) {
            throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + definition.ownerId())
                    .toException();
        }
        return desk.replace(principal, job, definition, expected)
                .exceptionally(failure -> {
                    if (expected.existence() == Existence.REQUIRED && is(failure, ProblemType.NOT_FOUND)) {
                        throw stale("there is no such job");
                    }
                    throw asIs(failure);
                })
                .thenApplyAsync(
                        replaced -> new Put(history.job(principal, job), replaced.how() == How.CREATED), queries);
    }

    private CompletableFuture<JobView> update(Principal principal, JobId job, Edit edit, Expected expected, int tries) {
        Executor kept = CallerTrace.keptOn(queries);
        return CompletableFuture.supplyAsync(() -> history.job(principal, job), kept)
                .thenCompose(current -> {
                    long revision = current.job().revision();
                    if (expected.namesRevisions() && !expected.revisions().contains(revision)) {
                        throw stale("the job is at revision " + revision);
                    }
                    JobDefinition next = judged(edit.applyTo(current.job().definition()), principal);
                    return desk.replace(principal, job, next, Expected.revision(revision));
                })
                .thenApplyAsync(replaced -> history.job(principal, job), queries)
                .exceptionallyComposeAsync(failure -> again(failure, principal, job, edit, expected, tries), kept);
    }

    private CompletableFuture<JobView> again(
            Throwable failure, Principal principal, JobId job, Edit edit, Expected expected, int tries) {
        if (!is(failure, ProblemType.STALE_REVISION) || expected.namesRevisions()) {
            return CompletableFuture.failedFuture(asIs(failure));
        }
        if (tries == TRIES_MAX) {
            return CompletableFuture.failedFuture(
                    Problem.passing(ProblemType.OVERLOADED, "the job is being changed by others all the time")
                            .toException());
        }
        return update(principal, job, edit, expected, tries + 1);
    }

    private JobDefinition judged(Written written, Principal principal) {
        JobDefinition definition = rules.definition(written.draft, principal, time.now(), written.violations);
        if (definition == null) {
            throw Problem.invalid(written.violations.list()).toException();
        }
        return definition;
    }

    private static ProblemException stale(String detail) {
        return Problem.of(ProblemType.STALE_REVISION, detail).toException();
    }

    private static boolean is(Throwable failure, ProblemType type) {
        return causeOf(failure) instanceof ProblemException known
                && known.problem().type() == type;
    }

    private static CompletionException asIs(Throwable failure) {
        return failure instanceof CompletionException wrapped ? wrapped : new CompletionException(failure);
    }

    private static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
