package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A target is called once for each attempt, and there is another attempt only if history says how the one before ended, and that it
 * ended first. One occurrence has one run.
 */
final class OnceLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (JobFile job : file.jobs().values()) {
            Map<Instant, RunFile> byNominal = new HashMap<>();
            job.scheduled().filter(RunFile::isCalled).forEach(run -> {
                RunFile other = byNominal.put(run.nominalAt(), run);
                if (other != null) {
                    found.accept(violation(
                            Verdict.DOUBLED,
                            run,
                            run.calls().get(0),
                            "stands for " + run.nominalAt() + " of " + job.named() + ", and so does run "
                                    + other.id()));
                }
            });
            boolean mayBeRedriven = job.requests(Request.Kind.REDRIVE).findAny().isPresent();
            job.runs().stream().filter(RunFile::isCalled).forEach(run -> lookAtRun(file, run, mayBeRedriven, found));
        }
    }

    private static void lookAtRun(CaseFile file, RunFile run, boolean mayBeRedriven, Consumer<Violation> found) {
        Map<Long, Call> byToken = new HashMap<>();
        for (Call call : run.calls()) {
            Call other = byToken.putIfAbsent(call.token(), call);
            if (other != null && other.attempt() == call.attempt()) {
                found.accept(violation(
                        Verdict.DOUBLED,
                        run,
                        call,
                        "was called twice for attempt " + call.attempt() + " with token " + call.token() + ", at "
                                + other.arrivedAt() + " and " + call.arrivedAt()));
            }
        }
        RunSaid said = run.said();
        if (said == null || !file.isJudged(run)) {
            return;
        }
        List<Call> calls = new ArrayList<>(byToken.values());
        calls.sort(Comparator.comparing(Call::token));
        for (Call call : calls) {
            if (run.attemptOf(call.token()).isEmpty() && call.token() != said.token()) {
                found.accept(violation(
                        Verdict.UNEXPLAINED_START,
                        run,
                        call,
                        "was called with token " + call.token() + " at " + call.arrivedAt()
                                + ", of which history knows nothing; its latest is " + said.token()));
            }
        }
        for (int i = 1; i < calls.size(); i++) {
            lookAtPair(file, run, calls.get(i - 1), calls.get(i), mayBeRedriven, found);
        }
    }

    private static void lookAtPair(
            CaseFile file, RunFile run, Call before, Call next, boolean mayBeRedriven, Consumer<Violation> found) {
        Optional<RunSaid.AttemptSaid> recorded = run.attemptOf(before.token());
        if (recorded.isEmpty()) {
            found.accept(violation(
                    Verdict.UNEXPLAINED_START,
                    run,
                    next,
                    "was started again at " + next.arrivedAt() + ", and history does not say how attempt "
                            + before.attempt() + " with token " + before.token() + " ended"));
            return;
        }
        RunSaid.AttemptSaid attempt = recorded.get();
        Instant ended = attempt.endedAt();
        if (attempt.end().equals("succeeded")) {
            found.accept(violation(
                    Verdict.DOUBLED,
                    run,
                    next,
                    "was called at " + next.arrivedAt() + ", after its success was accepted at " + ended));
        } else if (ended == null || ended.isAfter(run.startOf(next).plus(file.slack()))) {
            found.accept(violation(
                    Verdict.UNEXPLAINED_START,
                    run,
                    next,
                    "was started again at " + run.startOf(next) + ", before attempt " + before.attempt() + " ended at "
                            + ended + " (" + attempt.end() + ")"));
        } else if (!leadsOn(attempt.end()) && !mayBeRedriven) {
            found.accept(violation(
                    Verdict.UNEXPLAINED_START,
                    run,
                    next,
                    "was started again at " + next.arrivedAt() + ", though attempt " + before.attempt()
                            + " was its last: " + attempt.end()));
        }
    }

    private static boolean leadsOn(String end) {
        return switch (end) {
            case "failed", "timed_out", "lapsed", "handed_back", "overrun" -> true;
            default -> false;
        };
    }

    private static Violation violation(Verdict verdict, RunFile run, Call call, String words) {
        return new Violation(verdict, run.job(), run.id(), call.arrivedAt(), run.named() + " " + words);
    }
}
