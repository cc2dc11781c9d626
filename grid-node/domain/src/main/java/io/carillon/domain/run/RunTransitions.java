package io.carillon.domain.run;

import io.carillon.domain.job.Payload;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.retry.RetryDecision;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Decision.Already;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Decision.Refusal;
import io.carillon.domain.run.Decision.Refused;
import io.carillon.domain.run.RunEvent.Cancel;
import io.carillon.domain.run.RunEvent.CutOff;
import io.carillon.domain.run.RunEvent.Expire;
import io.carillon.domain.run.RunEvent.HandBack;
import io.carillon.domain.run.RunEvent.Lapse;
import io.carillon.domain.run.RunEvent.Overrun;
import io.carillon.domain.run.RunEvent.Redrive;
import io.carillon.domain.run.RunEvent.Report;
import io.carillon.domain.run.RunEvent.Start;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a run's life: run, event and time in, decision out. Pure.
 *
 * <p>Invariants: a token only rises; a report counts only with the token of the latest attempt while that attempt is
 * open; a final state is left by a redrive alone.
 */
public final class RunTransitions {

    /** A payload that kills its workers must not circle for ever. */
    public static final int LAPSES_MAX = 3;

    private static final AttemptError OVERRUN =
            new AttemptError("Timeout", "no word came from the worker within the time limit and some grace", null);

    /** The reason of a run that was redriven and has not started since. */
    private static final String REDRIVEN = "redriven";

    /** The reason of a run that was not started in time. */
    private static final String EXPIRED = "expired";

    private RunTransitions() {}

    /**
     * @param retry the policy of the run's revision
     * @param chance uniform in [0, 1), spreads the retry delay
     * @param writeId names the write this decision may become
     */
    public static Decision decide(
            Run run, RunEvent event, Instant now, RetryPolicy retry, double chance, UUID writeId) {
        if (event instanceof Start start) {
            return start(run, start, now, writeId);
        }
        if (event instanceof Report report) {
            return report(run, report, now, retry, chance, writeId);
        }
        if (event instanceof Lapse lapse) {
            return lapse(run, lapse, now, writeId);
        }
        if (event instanceof Overrun overrun) {
            return overrun(run, overrun, now, retry, chance, writeId);
        }
        if (event instanceof CutOff cutOff) {
            return cutOff(run, cutOff, now, writeId);
        }
        if (event instanceof HandBack handBack) {
            return handBack(run, handBack, now, writeId);
        }
        if (event instanceof Cancel cancel) {
            return cancel(run, cancel, now, writeId);
        }
        if (event instanceof Expire expire) {
            return expire(run, expire, now, writeId);
        }
        if (event instanceof Redrive) {
            return redrive(run, now, writeId);
        }
        throw new IllegalStateException("unknown event " + event);
    }

    private static Decision start(Run run, Start start, Instant now, UUID writeId) {
        if (run.state() != RunState.WAITING) {
            return new Refused(run.state().terminal() ? Refusal.ENDED : Refusal.WRONG_STATE);
        }
        if (run.eligibleAt().isAfter(now)) {
            return new Refused(Refusal.TOO_EARLY);
        }
        if (run.attempt() == 0 && start.startBefore() != null && !now.isBefore(start.startBefore())) {
            return new Refused(Refusal.TOO_LATE);
        }
        if (start.fencingToken() <= run.fencingToken()) {
            return new Refused(Refusal.TOKEN_NOT_RISING);
        }
        Run next = new RunEdit(run)
                .state(RunState.RUNNING)
                .attempt(run.attempt() + 1)
                .worker(start.workerId(), now, start.leaseExpiresAt())
                .token(start.fencingToken())
                .lastEnd(AttemptEnd.OPEN)
                .reason(placeOf(run))
                .written(writeId);
        return new Moved(RunTransition.START, next, null, null, false);
    }

    private static Decision report(
            Run run, Report report, Instant now, RetryPolicy retry, double chance, UUID writeId) {
        if (report.fencingToken() != run.fencingToken()) {
            return new Refused(Refusal.STALE_TOKEN);
        }
        if (run.state() != RunState.RUNNING) {
            return run.lastEnd().reported() ? new Already() : new Refused(Refusal.STALE_TOKEN);
        }
        if (report.outcome() instanceof Outcome.Success success) {
            return succeed(run, success, now, writeId);
        }
        if (report.outcome() instanceof Outcome.Failure failure) {
            return fail(run, failure, now, retry, chance, writeId);
        }
        Run next = new RunEdit(run)
                .ended(RunState.CANCELLED, now)
                .lastEnd(AttemptEnd.CANCELLED)
                .reason(whyCancelled(run))
                .written(writeId);
        return new Moved(RunTransition.CANCEL_RUNNING, next, record(run, now, AttemptEnd.CANCELLED, null), null, false);
    }

    private static Decision succeed(Run run, Outcome.Success success, Instant now, UUID writeId) {
        Run next = new RunEdit(run)
                .ended(RunState.SUCCEEDED, now)
                .lastEnd(AttemptEnd.SUCCEEDED)
                .reason(null)
                .written(writeId);
        Payload result = success.result();
        return new Moved(RunTransition.SUCCEED, next, null, result, false);
    }

    private static Decision fail(
            Run run, Outcome.Failure failure, Instant now, RetryPolicy retry, double chance, UUID writeId) {
        return fail(run, failure, endOf(failure.kind()), now, retry, chance, writeId);
    }

    private static Decision fail(
            Run run,
            Outcome.Failure failure,
            AttemptEnd end,
            Instant now,
            RetryPolicy retry,
            double chance,
            UUID writeId) {
        AttemptRecord attempt = record(run, now, end, failure.error());
        RetryDecision decision = retry.decide(run.retriesUsed(), failure.kind(), failure.retryAfter(), now, chance);
        if (decision instanceof RetryDecision.RetryAt retryAt && run.cancelRequestedAt() == null) {
            Run next = new RunEdit(run)
                    .waiting(retryAt.at())
                    .retriesUsed(run.retriesUsed() + 1)
                    .lastEnd(end)
                    .reason(placeOf(run))
                    .written(writeId);
            return new Moved(RunTransition.RETRY, next, attempt, null, false);
        }
        if (run.cancelRequestedAt() != null) {
            Run next = new RunEdit(run)
                    .ended(RunState.CANCELLED, now)
                    .lastEnd(end)
                    .reason(whyCancelled(run))
                    .written(writeId);
            return new Moved(RunTransition.CANCEL_RUNNING, next, attempt, null, false);
        }
        Run next = new RunEdit(run)
                .ended(RunState.DEAD, now)
                .lastEnd(end)
                .reason(failure.kind() == FailureKind.PERMANENT ? "permanent_failure" : "retries_exhausted")
                .written(writeId);
        return new Moved(RunTransition.DIE, next, attempt, null, true);
    }

    private static Decision lapse(Run run, Lapse lapse, Instant now, UUID writeId) {
        @Nullable Decision notOpen = unlessOpen(run, lapse.fencingToken());
        if (notOpen != null) {
            return notOpen;
        }
        int lapses = run.lapses();
        switch (lapse.confirmation()) {
            case NONE -> {
                return takeBack(run, now, writeId);
            }
            case GIVEN -> lapses++;
            case UNKNOWN -> {}
        }
        AttemptRecord attempt = record(run, now, AttemptEnd.LAPSED, null);
        if (run.cancelRequestedAt() != null) {
            Run next = new RunEdit(run)
                    .ended(RunState.CANCELLED, now)
                    .lapses(lapses)
                    .lastEnd(AttemptEnd.LAPSED)
                    .reason(whyCancelled(run))
                    .written(writeId);
            return new Moved(RunTransition.CANCEL_RUNNING, next, attempt, null, false);
        }
        if (lapses >= LAPSES_MAX) {
            Run next = new RunEdit(run)
                    .ended(RunState.DEAD, now)
                    .lapses(lapses)
                    .lastEnd(AttemptEnd.LAPSED)
                    .reason(Run.LEASE_LOST)
                    .written(writeId);
            return new Moved(RunTransition.LAPSE_DEAD, next, attempt, null, true);
        }
        Run next = new RunEdit(run)
                .waiting(run.retryAt())
                .lapses(lapses)
                .lastEnd(AttemptEnd.LAPSED)
                .reason(Objects.requireNonNullElse(placeOf(run), Run.LEASE_LOST))
                .written(writeId);
        return new Moved(RunTransition.LAPSE, next, attempt, null, false);
    }

    /** As if the worker had reported a timeout; but if it reports now, it is too late. */
    private static Decision overrun(
            Run run, Overrun overrun, Instant now, RetryPolicy retry, double chance, UUID writeId) {
        @Nullable Decision notOpen = unlessOpen(run, overrun.fencingToken());
        if (notOpen != null) {
            return notOpen;
        }
        Outcome.Failure failure = new Outcome.Failure(FailureKind.TIMEOUT, OVERRUN, null);
        return fail(run, failure, AttemptEnd.OVERRUN, now, retry, chance, writeId);
    }

    private static Decision cutOff(Run run, CutOff cutOff, Instant now, UUID writeId) {
        @Nullable Decision notOpen = unlessOpen(run, cutOff.fencingToken());
        if (notOpen != null) {
            return notOpen;
        }
        if (run.cancelRequestedAt() == null) {
            return new Refused(Refusal.WRONG_STATE);
        }
        Run next = new RunEdit(run)
                .ended(RunState.CANCELLED, now)
                .lastEnd(AttemptEnd.CUT_OFF)
                .reason(whyCancelled(run))
                .written(writeId);
        return new Moved(RunTransition.CUT_OFF, next, record(run, now, AttemptEnd.CUT_OFF, null), null, false);
    }

    private static Decision handBack(Run run, HandBack handBack, Instant now, UUID writeId) {
        @Nullable Decision notOpen = unlessOpen(run, handBack.fencingToken());
        return notOpen != null ? notOpen : takeBack(run, now, writeId);
    }

    /** An attempt that no worker worked on is not counted; its token stays spent. */
    private static Decision takeBack(Run run, Instant now, UUID writeId) {
        if (run.cancelRequestedAt() != null) {
            Run next = new RunEdit(run)
                    .ended(RunState.CANCELLED, now)
                    .lastEnd(AttemptEnd.HANDED_BACK)
                    .reason(whyCancelled(run))
                    .written(writeId);
            return new Moved(
                    RunTransition.CANCEL_RUNNING, next, record(run, now, AttemptEnd.HANDED_BACK, null), null, false);
        }
        Run next = new RunEdit(run)
                .waiting(run.retryAt())
                .attempt(run.attempt() - 1)
                .lastEnd(AttemptEnd.HANDED_BACK)
                .reason(placeOf(run))
                .written(writeId);
        return new Moved(RunTransition.HAND_BACK, next, record(run, now, AttemptEnd.HANDED_BACK, null), null, false);
    }

    private static Decision cancel(Run run, Cancel cancel, Instant now, UUID writeId) {
        return switch (run.state()) {
            case WAITING -> {
                Run next = new RunEdit(run)
                        .ended(RunState.CANCELLED, now)
                        .reason(cancel.reason())
                        .written(writeId);
                yield new Moved(RunTransition.CANCEL_WAITING, next, null, null, false);
            }
            case RUNNING -> {
                if (run.cancelRequestedAt() != null) {
                    yield new Already();
                }
                Run next = new RunEdit(run)
                        .cancelRequested(now)
                        .reason(cancel.reason())
                        .written(writeId);
                yield new Moved(RunTransition.ASK_CANCEL, next, null, null, false);
            }
            case CANCELLED -> new Already();
            case SUCCEEDED, DEAD -> new Refused(Refusal.ENDED);
        };
    }

    /** Only what no worker has worked on expires: a retry may come at any time. */
    private static Decision expire(Run run, Expire expire, Instant now, UUID writeId) {
        if (run.state() != RunState.WAITING || run.attempt() > 0) {
            return new Refused(run.state().terminal() ? Refusal.ENDED : Refusal.WRONG_STATE);
        }
        if (now.isBefore(expire.startBefore())) {
            return new Refused(Refusal.TOO_EARLY);
        }
        Run next =
                new RunEdit(run).ended(RunState.CANCELLED, now).reason(EXPIRED).written(writeId);
        return new Moved(RunTransition.EXPIRE, next, null, null, false);
    }

    /** It waits since now, not since its due time long ago: neither its turn nor its start delay may be reckoned from that. */
    private static Decision redrive(Run run, Instant now, UUID writeId) {
        if (run.state() == RunState.WAITING && REDRIVEN.equals(run.reason())) {
            return new Already();
        }
        if (run.state() != RunState.DEAD) {
            return new Refused(run.state().terminal() ? Refusal.ENDED : Refusal.WRONG_STATE);
        }
        Run next = new RunEdit(run)
                .waiting(now)
                .retriesUsed(0)
                .lapses(0)
                .reason(REDRIVEN)
                .written(writeId);
        return new Moved(RunTransition.REDRIVE, next, null, null, false);
    }

    private static @Nullable Decision unlessOpen(Run run, long token) {
        if (run.state() == RunState.RUNNING && run.fencingToken() == token) {
            return null;
        }
        return new Refused(run.state().terminal() ? Refusal.ENDED : Refusal.STALE_TOKEN);
    }

    /** What puts it behind others in the order stays with it from attempt to attempt. */
    private static @Nullable String placeOf(Run run) {
        return Run.CATCHING_UP.equals(run.reason()) ? run.reason() : null;
    }

    /** Whoever asked for it said why; a worker may also stop a handler without having been asked by the grid. */
    private static String whyCancelled(Run run) {
        String reason = run.reason();
        return run.cancelRequestedAt() != null && reason != null ? reason : "cancelled";
    }

    private static AttemptRecord record(Run run, Instant now, AttemptEnd end, @Nullable AttemptError error) {
        String worker = run.workerId();
        Instant started = run.startedAt();
        if (worker == null || started == null) {
            throw new IllegalStateException("run " + run.id() + " has no open attempt");
        }
        return new AttemptRecord(run.id(), run.fencingToken(), run.attempt(), worker, started, now, end, error);
    }

    private static AttemptEnd endOf(FailureKind kind) {
        return switch (kind) {
            case RETRYABLE -> AttemptEnd.FAILED;
            case PERMANENT -> AttemptEnd.FAILED_FOR_GOOD;
            case TIMEOUT -> AttemptEnd.TIMED_OUT;
        };
    }
}
