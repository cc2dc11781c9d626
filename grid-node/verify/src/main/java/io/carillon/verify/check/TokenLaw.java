package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.RunSaid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Of one run, a later attempt has a larger token, in what the target saw and in what history says. */
final class TokenLaw implements Law {
    private static final long TOO_LARGE = 1L << 53;

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (RunFile run : file.runs().values()) {
            List<Call> calls = new ArrayList<>(run.calls());
            // Attempts that were handed back do not count, so several may have one number.
            calls.sort(Comparator.comparing(Call::attempt).thenComparing(run::startOf));
            for (int i = 0; i < calls.size(); i++) {
                long token = calls.get(i).token();
                if (token <= 0 || token >= TOO_LARGE) {
                    found.accept(violation(run, calls.get(i).arrivedAt(), "token " + token + " is out of range"));
                }
                if (i > 0) {
                    compare(run, calls.get(i - 1), calls.get(i), found);
                }
            }
            List<RunSaid.AttemptSaid> attempts = run.attempts();
            for (int i = 1; i < attempts.size(); i++) {
                if (attempts.get(i).token() <= attempts.get(i - 1).token()) {
                    found.accept(violation(
                            run,
                            Objects.requireNonNullElse(attempts.get(i).startedAt(), run.dueAt()),
                            "history lists token " + attempts.get(i).token() + " after "
                                    + attempts.get(i - 1).token()));
                }
            }
        }
    }

    private static void compare(RunFile run, Call before, Call next, Consumer<Violation> found) {
        boolean same = before.attempt() == next.attempt();
        if (same && (before.token() == next.token() || !startsAreKnown(run, before, next))) {
            return;
        }
        if (next.token() <= before.token()) {
            found.accept(violation(
                    run,
                    next.arrivedAt(),
                    "attempt " + next.attempt() + " had token " + next.token() + ", attempt " + before.attempt()
                            + " before it " + before.token()));
        }
    }

    /** Arrivals of two attempts may have overtaken each other on the way. */
    private static boolean startsAreKnown(RunFile run, Call before, Call next) {
        return run.attemptOf(before.token()).isPresent()
                && run.attemptOf(next.token()).isPresent();
    }

    private static Violation violation(RunFile run, Instant at, String words) {
        return new Violation(Verdict.TOKEN_ORDER, run.job(), run.id(), at, run.named() + ": " + words);
    }
}
