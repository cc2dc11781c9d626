package io.carillon.verify.check;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Nothing is called before it is due, due times are what schedule and jitter give, and a retry waits as long as it was told to. */
final class EarlyLaw implements Law {

    /** Offsets are whole milliseconds, so fractions of a window are not exact. */
    private static final double ROUNDING_MILLIS = 2;

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        Duration early =
                file.tolerances().early().plus(file.evidence().setting().clockError());
        for (JobFile job : file.jobs().values()) {
            Fraction fraction = new Fraction();
            for (RunFile run : job.runs()) {
                for (Call call : run.calls()) {
                    Instant due = call.arrival().dueAt();
                    if (call.arrivedAt().isBefore(due.minus(early))) {
                        found.accept(violation(
                                Verdict.EARLY,
                                run,
                                call,
                                "was called at " + call.arrivedAt() + ", before it was due at " + due));
                    }
                }
                if (run.isCalled() && run.trigger() == Trigger.SCHEDULE) {
                    lookAtDue(job, run, fraction, found);
                }
                lookAtRetries(job, run, early, found);
            }
        }
    }

    private static void lookAtDue(JobFile job, RunFile run, Fraction fraction, Consumer<Violation> found) {
        Duration moved = Duration.between(run.nominalAt(), run.dueAt());
        List<Duration> windows = job.definitions().values().stream()
                .filter(definition -> definition.slots().containsKey(run.nominalAt()))
                .map(definition -> definition.slots().get(run.nominalAt()))
                .distinct()
                .toList();
        boolean fits = windows.isEmpty()
                || windows.stream().anyMatch(window -> !moved.isNegative() && moved.compareTo(window) <= 0);
        if (!fits) {
            found.accept(violation(
                    Verdict.WRONG_DUE,
                    run,
                    run.calls().get(0),
                    "is due " + moved + " after its nominal time " + run.nominalAt() + "; the window is " + windows));
        } else if (windows.size() == 1 && !fraction.fits(moved, windows.get(0))) {
            found.accept(violation(
                    Verdict.WRONG_DUE,
                    run,
                    run.calls().get(0),
                    "is moved by " + moved + " of " + windows.get(0) + "; " + job.named()
                            + " had another fraction before"));
        }
    }

    /** Which part of each window a job is moved by never changes. */
    private static final class Fraction {
        private double low;
        private double high = 1;

        boolean fits(Duration moved, Duration window) {
            if (window.isZero()) {
                return true;
            }
            double millis = window.toMillis();
            double newLow = (moved.toMillis() - ROUNDING_MILLIS) / millis;
            double newHigh = (moved.toMillis() + ROUNDING_MILLIS) / millis;
            if (newLow > high || newHigh < low) {
                return false;
            }
            low = Math.max(low, newLow);
            high = Math.min(high, newHigh);
            return true;
        }
    }

    private static void lookAtRetries(JobFile job, RunFile run, Duration early, Consumer<Violation> found) {
        boolean redriven =
                job.requests(Request.Kind.REDRIVE).anyMatch(request -> run.id().equals(request.run()));
        if (redriven || run.calls().size() < 2) {
            return;
        }
        List<Call> calls = new ArrayList<>(run.calls());
        calls.sort(Comparator.comparing(Call::token));
        for (int i = 1; i < calls.size(); i++) {
            Call failed = calls.get(i - 1);
            Call retry = calls.get(i);
            Answer answer = failed.answer();
            if (answer == null
                    || answer.reply() != Answer.Reply.RETRYABLE
                    || retry.attempt() != failed.attempt() + 1
                    || !hasEndedAs(run, failed, "failed")) {
                continue;
            }
            int failures = failuresUpTo(run, calls, failed);
            Duration wait = job.definitions().values().stream()
                    .map(definition -> definition.shortestWait(failures))
                    .min(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            if (retry.arrivedAt().isBefore(answer.at().plus(wait).minus(early))) {
                found.accept(violation(
                        Verdict.EARLY,
                        run,
                        retry,
                        "was tried again at " + retry.arrivedAt() + "; it had failed at " + answer.at()
                                + " and had to wait for " + wait + " at least"));
            }
        }
    }

    private static boolean hasEndedAs(RunFile run, Call call, String end) {
        return run.attemptOf(call.token())
                .map(attempt -> attempt.end().equals(end))
                .orElse(true);
    }

    /** Lost leases use no retry. */
    static int failuresUpTo(RunFile run, List<Call> byToken, Call last) {
        if (run.attempts().isEmpty()) {
            return byToken.indexOf(last) + 1;
        }
        return (int) run.attempts().stream()
                .filter(attempt -> attempt.token() <= last.token())
                .filter(EarlyLaw::isFailure)
                .count();
    }

    static boolean isFailure(RunSaid.AttemptSaid attempt) {
        return attempt.end().equals("failed")
                || attempt.end().equals("timed_out")
                || attempt.end().equals("overrun");
    }

    private static Violation violation(Verdict verdict, RunFile run, Call call, String words) {
        return new Violation(verdict, run.job(), run.id(), call.arrivedAt(), run.named() + " " + words);
    }
}
