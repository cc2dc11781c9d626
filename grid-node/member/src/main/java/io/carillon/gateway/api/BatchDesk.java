package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Creates jobs by the many: each is judged, written and answered for itself. Never blocks; thread-safe. Futures complete on
 * the reply threads.
 */
public final class BatchDesk {

    /** Of one call. */
    public static final int JOBS_MAX = 10_000;

    private final Owners owners;
    private final JobRules rules;
    private final TimeSource time;
    private final Executor replies;

    /** @param replies runs what follows the owners' answers */
    public BatchDesk(Owners owners, JobRules rules, TimeSource time, Executor replies) {
        this.owners = owners;
        this.rules = rules;
        this.time = time;
        this.replies = replies;
    }

    /**
     * @param ids of what is made under a key; null: there is none
     * @return an outcome for each offer, in order, when all that could be made is durable
     * @throws ProblemException if there are none or too many
     */
    public CompletableFuture<List<JobOutcome>> create(
            Principal principal, List<? extends JobOffer> offers, @Nullable KeyedIds ids) {
        if (offers.isEmpty() || offers.size() > JOBS_MAX) {
            throw sizeProblem(offers.size());
        }
        Instant now = time.now();
        Batch batch = new Batch(offers.size());
        List<Request> requests = new ArrayList<>(offers.size());
        for (int i = 0; i < offers.size(); i++) {
            int at = i;
            Problem problem;
            if (offers.get(i) instanceof JobOffer.Draft draft) {
                JobDefinition definition = rules.definition(draft.draft(), principal, now, draft.violations());
                problem = problemOf(principal, definition, draft.violations());
                if (definition != null && problem == null) {
                    JobId id = idOf(draft.id(), ids, i, now);
                    requests.add(new Request.OfJob(
                            new JobCommand.Create(principal, id, definition),
                            reply -> batch.replied(at, id, reply, ids != null && draft.id() == null)));
                }
            } else {
                problem = ((JobOffer.Unreadable) offers.get(i)).problem();
            }
            if (problem != null) {
                batch.ended(i, new JobOutcome.Failed(problem));
            }
        }
        owners.submit(requests);
        return batch.all.thenApplyAsync(outcomes -> outcomes, replies);
    }

    /** @param size one that is none for a batch */
    public static ProblemException sizeProblem(int size) {
        return size == 0
                ? Problem.invalid("jobs", "must hold 1 job or more").toException()
                : Problem.of(ProblemType.PAYLOAD_TOO_LARGE, "jobs: must hold at most " + JOBS_MAX + " jobs")
                        .toException();
    }

    private static @Nullable Problem problemOf(
            Principal principal, @Nullable JobDefinition definition, Violations violations) {
        if (definition == null) {
            return Problem.invalid(violations.list());
        }
        return principal.mayActFor(definition.ownerId())
                ? null
                : Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + definition.ownerId());
    }

    private JobId idOf(@Nullable JobId chosen, @Nullable KeyedIds ids, int number, Instant now) {
        if (chosen != null) {
            return chosen;
        }
        return ids == null
                ? new JobId(Uuids.version7(now.toEpochMilli(), time.randomBits(), time.randomBits()))
                : ids.jobId(number);
    }

    /** The outcomes as they come in, from any thread. */
    private static final class Batch {
        final CompletableFuture<List<JobOutcome>> all = new CompletableFuture<>();
        private final AtomicReferenceArray<JobOutcome> outcomes;
        private final AtomicInteger open;

        Batch(int size) {
            this.outcomes = new AtomicReferenceArray<>(size);
            this.open = new AtomicInteger(size);
        }

        /** @param keyed the id follows from the key: what has it was made by an earlier try of this very call */
        void replied(int at, JobId id, JobReply reply, boolean keyed) {
            if (reply instanceof JobReply.Created created) {
                ended(at, new JobOutcome.Made(created));
            } else if (reply instanceof JobReply.Refused refused) {
                boolean changedSince = keyed && refused.refusal() == JobReply.Refusal.ID_TAKEN;
                ended(
                        at,
                        changedSince
                                ? new JobOutcome.Made(new JobReply.Created(id, 0, null, true))
                                : new JobOutcome.Failed(Refusals.problem(refused)));
            } else {
                throw new IllegalStateException("no answer to a creation: " + reply);
            }
        }

        void ended(int at, JobOutcome outcome) {
            outcomes.set(at, outcome);
            if (open.decrementAndGet() == 0) {
                List<JobOutcome> list = new ArrayList<>(outcomes.length());
                for (int i = 0; i < outcomes.length(); i++) {
                    list.add(outcomes.get(i));
                }
                all.complete(list);
            }
        }
    }
}
