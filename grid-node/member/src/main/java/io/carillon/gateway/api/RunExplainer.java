package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RunView;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.port.Leases.Lease;
import io.carillon.gateway.api.RunExplanation.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says why a run is where it is, from its rows, from its owner's memory and from what the grid knows of workers and leases.
 * Blocks for a few round trips; refusals are {@link ProblemException}s. Thread-safe.
 */
public final class RunExplainer {

    private static final Duration LEASE_LIMIT = Duration.ofSeconds(2);
    private static final Duration OWNER_LIMIT = Duration.ofSeconds(2);
    private static final Waits NOTHING_ELSE = new Waits(Waits.For.NOTHING_ELSE, null);

    private final History history;
    private final Function<RunId, List<LiveRun>> runs;
    private final RunSurroundings surroundings;
    private final TimeSource time;

    /** @param runs a run with its definition, by id; none if it is unknown */
    public RunExplainer(
            History history, Function<RunId, List<LiveRun>> runs, RunSurroundings surroundings, TimeSource time) {
        this.history = history;
        this.runs = runs;
        this.surroundings = surroundings;
        this.time = time;
    }

    public RunExplanation explain(Principal principal, RunId id) {
        RunView view = history.run(principal, id);
        LiveRun live = History.read(() -> runs.apply(id)).stream()
                .findFirst()
                .orElseThrow(() -> History.notFound("no run " + id));
        return new Explaining(view, live, time.now()).explain();
    }

    /** One explanation in the making. */
    private final class Explaining {
        private final Run run;
        private final @Nullable AttemptError lastError;
        private final LiveRun live;
        private final Capability capability;
        private final Instant now;

        Explaining(RunView view, LiveRun live, Instant now) {
            this.run = view.run();
            this.lastError = view.lastError();
            this.live = live;
            this.capability =
                    new Capability(live.definition().pool(), live.definition().handler());
            this.now = now;
        }

        RunExplanation explain() {
            return switch (run.state()) {
                case WAITING -> waiting();
                case RUNNING -> running();
                case SUCCEEDED -> of(Reason.SUCCEEDED, "Attempt " + run.attempt() + " succeeded.", null);
                case DEAD -> dead();
                case CANCELLED ->
                    of(Reason.CANCELLED, "It was cancelled" + because() + after(run.attempt()) + ".", null);
            };
        }

        private RunExplanation waiting() {
            if (run.retryAt() != null && run.retryAt().isAfter(now)) {
                return of(
                        Reason.WAITING_FOR_RETRY,
                        "Attempt " + run.attempt() + " failed" + lastError() + "; the next one is at " + run.retryAt()
                                + " (retry " + run.retriesUsed() + " of " + retriesMax() + ").",
                        run.retryAt());
            }
            if (run.dueAt().isAfter(now)) {
                return of(Reason.NOT_DUE, "It is due at " + run.dueAt() + ".", run.dueAt());
            }
            if (live.jobStatus() == JobStatus.HELD) {
                return of(
                        Reason.HELD, "Its job is paused and holds its runs; it starts when the job is resumed.", null);
            }
            Waits waits = surroundings.waits(run.id(), OWNER_LIMIT).orElse(NOTHING_ELSE);
            return switch (waits.what()) {
                case ANOTHER_RUN ->
                    of(
                            Reason.BEHIND_ANOTHER_RUN,
                            "Its schedule lets one run be at work at a time, and another one goes first.",
                            null);
                case STORE_REFUSES ->
                    of(
                            Reason.STORE_REFUSES,
                            "The database refuses to change its row; the log of its owner says why. It is tried again"
                                    + " from time to time.",
                            waits.until());
                case ATTEMPTS_UNCONFIRMED ->
                    of(
                            Reason.ATTEMPTS_UNCONFIRMED,
                            "Several attempts ended before their workers had confirmed them; the next one is at "
                                    + waits.until() + ".",
                            waits.until());
                case OVER_MAX_RUNNING ->
                    of(
                            Reason.OVER_MAX_RUNNING,
                            "As many runs of owner " + run.ownerId() + " run as may at once (max_running of its quota);"
                                    + " this one starts when its turn comes and one of them has ended.",
                            null);
                case NOTHING_ELSE, OFFERED -> forWorker(waits);
            };
        }

        private RunExplanation forWorker(Waits waits) {
            String who = "handler " + capability.handler() + " in pool " + capability.pool();
            if (waits.what() == Waits.For.OFFERED) {
                return queued(
                        Reason.READY,
                        "It was offered to a member with a worker that runs " + who + ", and starts there at once.",
                        true,
                        surroundings.freeSlots(capability));
            }
            if (!surroundings.anyWorkerFor(capability)) {
                return queued(Reason.NO_WORKER, "No worker is connected that runs " + who + ".", false, 0);
            }
            int free = surroundings.freeSlots(capability);
            return free <= 0
                    ? queued(Reason.NO_FREE_SLOT, "All workers that run " + who + " are busy." + behind(), true, 0)
                    : queued(
                            Reason.READY,
                            "A worker that runs " + who + " has a free slot; the run starts when its turn comes."
                                    + behind(),
                            true,
                            free);
        }

        private String behind() {
            return run.makesUp() ? " It makes up for a gap, and lets punctual runs of its owner go first." : "";
        }

        private RunExplanation running() {
            Instant until = surroundings
                    .lease(run.id(), LEASE_LIMIT)
                    .filter(lease -> lease.fencingToken() == run.fencingToken())
                    .map(Lease::expiresAt)
                    .orElse(run.leaseExpiresAt());
            String held = "Worker " + run.workerId() + " works on attempt " + run.attempt()
                    + (until == null ? "" : " and has the lease until " + until);
            return run.cancelRequestedAt() == null
                    ? of(Reason.RUNNING, held + ".", until)
                    : of(
                            Reason.CANCEL_ASKED,
                            held + "; it was asked to stop at " + run.cancelRequestedAt() + ".",
                            until);
        }

        private RunExplanation dead() {
            return of(Reason.DEAD, "No retry is left" + after(run.attempt()) + because() + lastError() + ".", null);
        }

        private String because() {
            return run.reason() == null ? "" : " (" + run.reason() + ")";
        }

        private String after(int attempts) {
            return attempts == 0
                    ? " before an attempt"
                    : " after " + attempts + (attempts == 1 ? " attempt" : " attempts");
        }

        private String lastError() {
            return lastError == null ? "" : ": " + lastError.type() + ": " + lastError.message();
        }

        private int retriesMax() {
            return live.definition().retry().retriesMax();
        }

        private RunExplanation queued(Reason reason, String words, boolean connected, int free) {
            return explanation(reason, words, null, connected, free);
        }

        private RunExplanation of(Reason reason, String words, @Nullable Instant until) {
            return explanation(reason, words, until, null, null);
        }

        private RunExplanation explanation(
                Reason reason,
                String words,
                @Nullable Instant until,
                @Nullable Boolean connected,
                @Nullable Integer free) {
            return new RunExplanation(
                    run.id(),
                    run.jobId(),
                    RunStatus.of(run, now),
                    reason,
                    words,
                    until,
                    run.workerId(),
                    run.attempt(),
                    Math.max(0, retriesMax() - run.retriesUsed()),
                    live.jobStatus(),
                    capability.pool(),
                    capability.handler(),
                    connected,
                    free,
                    lastError);
        }
    }
}
