package io.carillon.verify.check;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the product says of jobs and runs agrees with what callers were told and targets saw. */
final class HistoryLaw implements Law {
    private static final int LAPSES_MAX = 3;

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        Set<UUID> letters = new HashSet<>();
        file.evidence().deadLetters().forEach(letter -> letters.add(letter.run()));
        for (JobFile job : file.jobs().values()) {
            lookAtStatus(file, job, found);
            for (RunFile run : job.runs()) {
                if (!file.isJudged(run)) {
                    continue;
                }
                RunSaid said = run.said();
                if (said == null) {
                    found.accept(violation(
                            run, "was called at " + run.calls().get(0).arrivedAt() + ", and history has forgotten it"));
                    continue;
                }
                run.calls().forEach(call -> compare(file, run, said, call, found));
                lookAtEnd(file, job, run, said, letters, found);
            }
        }
    }

    private static void lookAtStatus(CaseFile file, JobFile job, Consumer<Violation> found) {
        if (job.said() == null) {
            return;
        }
        String status = job.said().status();
        Set<JobState> states = job.story().at(file.readAt());
        boolean fits = states.stream().anyMatch(state -> switch (state.mode()) {
            case ABSENT -> true;
            case ACTIVE -> status.equals("active") || status.equals("completed");
            case PAUSED, HELD -> status.equals("paused");
            case DELETED -> status.equals("deleted");
        });
        if (!fits) {
            found.accept(new Violation(
                    Verdict.HISTORY,
                    job.id(),
                    null,
                    file.readAt(),
                    job.named() + " is shown as " + status + "; by what callers were told it is "
                            + states.stream()
                                    .map(state -> state.mode().toString().toLowerCase(Locale.ROOT))
                                    .distinct()
                                    .toList()));
        }
    }

    private static void compare(CaseFile file, RunFile run, RunSaid said, Call call, Consumer<Violation> found) {
        boolean same = said.job().equals(call.job())
                && said.nominalAt().equals(call.arrival().nominalAt())
                && said.trigger() == call.arrival().trigger();
        if (!same) {
            found.accept(violation(
                    run,
                    "was called as " + call.arrival().trigger() + " of "
                            + call.arrival().nominalAt() + " of job " + call.job() + "; history says " + said.trigger()
                            + " of " + said.nominalAt() + " of job " + said.job()));
        }
        if (said.attempt() < call.attempt() && run.attemptOf(call.token()).isEmpty()) {
            found.accept(violation(
                    run,
                    "was called for attempt " + call.attempt() + " at " + call.arrivedAt() + "; history knows "
                            + said.attempt() + " attempts"));
        }
        Instant started = run.attemptOf(call.token())
                .map(RunSaid.AttemptSaid::startedAt)
                .orElse(said.token() == call.token() ? said.startedAt() : null);
        if (started != null && started.isAfter(call.arrivedAt().plus(file.slack()))) {
            found.accept(violation(
                    run,
                    "was called at " + call.arrivedAt() + "; history says that attempt " + call.attempt() + " began at "
                            + started));
        }
    }

    private static void lookAtEnd(
            CaseFile file, JobFile job, RunFile run, RunSaid said, Set<UUID> letters, Consumer<Violation> found) {
        switch (said.status()) {
            case "succeeded" -> {
                boolean seen = run.calls().stream().anyMatch(call -> call.token() == said.token() && call.succeeded());
                if (!seen) {
                    found.accept(violation(
                            run,
                            "is shown as succeeded by attempt " + said.attempt() + " with token " + said.token()
                                    + ", for which no target answered success"));
                }
                lookAtOrder(file, run, said, found);
            }
            case "dead" -> {
                if (!letters.contains(run.id())) {
                    found.accept(violation(run, "is dead and not among the dead letters"));
                }
                if (!mayBeDead(file, job, run, said)) {
                    found.accept(violation(
                            run,
                            "is dead (" + said.reason() + ") after " + said.attempt() + " attempts without a cause"));
                }
            }
            case "cancelled" -> {
                boolean asked = job.mayBeCancelled(run.id())
                        || job.requests(Request.Kind.DELETE).findAny().isPresent()
                        || "expired".equals(said.reason());
                if (!asked) {
                    found.accept(violation(run, "was cancelled (" + said.reason() + "), and nobody asked for it"));
                }
            }
            default -> {
                // It goes on.
            }
        }
        latest(run).filter(Call::succeeded).ifPresent(call -> lookAtSuccess(file, job, run, said, call, found));
    }

    /** Nobody knows of a success before the target does: else it was another attempt's. */
    private static void lookAtOrder(CaseFile file, RunFile run, RunSaid said, Consumer<Violation> found) {
        Instant ended = said.endedAt();
        run.calls().stream()
                .filter(call -> call.token() == said.token())
                .map(Call::answeredAt)
                .filter(answered -> answered != null
                        && ended != null
                        && ended.plus(file.slack()).isBefore(answered))
                .findFirst()
                .ifPresent(answered -> found.accept(violation(
                        run,
                        "is shown as succeeded at " + ended + " by attempt " + said.attempt()
                                + ", whose target answered at " + answered)));
    }

    /** The latest attempt's success counts, unless its lease was lost first. */
    private static void lookAtSuccess(
            CaseFile file, JobFile job, RunFile run, RunSaid said, Call call, Consumer<Violation> found) {
        Instant answered = Objects.requireNonNull(call.answeredAt());
        boolean isLatest = call.token() == said.token();
        boolean mayBeStopped = job.mayBeCancelled(run.id())
                || job.requests(Request.Kind.DELETE).findAny().isPresent();
        boolean disturbed = file.quiet()
                .isUnderFault(
                        Quiet.shardOf(run.id()),
                        call.arrivedAt(),
                        answered.plus(file.tolerances().recovery()));
        if (isLatest
                && said.terminal()
                && !said.succeeded()
                && !mayBeStopped
                && !disturbed
                && isInTime(job, call, answered)) {
            found.accept(violation(
                    run,
                    "is shown as " + said.status() + " (" + said.reason() + "), though its target answered success at "
                            + answered));
        }
    }

    private static boolean isInTime(JobFile job, Call call, Instant answered) {
        return job.definitions().values().stream()
                .map(definition -> definition.definition().timeout())
                .allMatch(timeout ->
                        timeout == null || answered.isBefore(call.arrivedAt().plus(timeout.dividedBy(2))));
    }

    private static Optional<Call> latest(RunFile run) {
        return run.calls().stream().max(Comparator.comparing(Call::token));
    }

    /**
     * Its target said so, or failed more often than there are retries, or it was lost too often. A failure counts only if the target was
     * called and can have failed; one that never came there, only if a fault can have kept it away.
     */
    private static boolean mayBeDead(CaseFile file, JobFile job, RunFile run, RunSaid said) {
        boolean permanent = run.calls().stream()
                .map(Call::answer)
                .anyMatch(answer -> answer != null && answer.reply() == Answer.Reply.PERMANENT);
        long failures = said.attempts() == null
                ? run.calls().stream()
                        .filter(HistoryLaw::mayHaveFailed)
                        .map(Call::token)
                        .distinct()
                        .count()
                : run.attempts().stream()
                        .filter(EarlyLaw::isFailure)
                        .filter(attempt -> isSeen(file, run, attempt))
                        .count();
        long lapses = run.attempts().stream()
                .filter(attempt -> attempt.end().equals("lapsed"))
                .count();
        boolean exhausted =
                job.definitions().values().stream().anyMatch(definition -> failures > definition.retriesMax());
        return permanent || exhausted || lapses >= LAPSES_MAX;
    }

    private static boolean mayHaveFailed(Call call) {
        return !call.succeeded();
    }

    /** As of one that was timed out: nobody can have known. */
    private static boolean isAnsweredAfter(Call call, @Nullable Instant ended) {
        Instant answered = call.answeredAt();
        return answered != null && ended != null && answered.isAfter(ended);
    }

    private static boolean isSeen(CaseFile file, RunFile run, RunSaid.AttemptSaid attempt) {
        List<Call> calls = run.calls().stream()
                .filter(call -> call.token() == attempt.token())
                .toList();
        if (!calls.isEmpty()) {
            return calls.stream().anyMatch(call -> mayHaveFailed(call) || isAnsweredAfter(call, attempt.endedAt()));
        }
        Instant from = Objects.requireNonNullElse(attempt.startedAt(), run.dueAt());
        Instant to = Objects.requireNonNullElse(attempt.endedAt(), file.readAt());
        return file.quiet().isUnderFault(Quiet.shardOf(run.id()), from, to);
    }

    private static Violation violation(RunFile run, String words) {
        Instant at = run.isCalled() ? run.calls().get(0).arrivedAt() : run.dueAt();
        return new Violation(Verdict.HISTORY, run.job(), run.id(), at, run.named() + " " + words);
    }
}
