package io.carillon.verify.check;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Answer.Reply;
import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.RunSaid.AttemptSaid;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How an attempt ended is not the product's word alone: its target answered so, its time was up, or something was done to the cluster.
 * And after its last retry a run is not tried again.
 */
final class AttemptLaw implements Law {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (JobFile job : file.jobs().values()) {
            boolean mayBeRedriven = job.requests(Request.Kind.REDRIVE).findAny().isPresent();
            for (RunFile run : job.runs()) {
                if (file.isJudged(run)) {
                    run.attempts().forEach(attempt -> lookAtEnd(file, job, run, attempt, found));
                    if (!mayBeRedriven) {
                        lookAtRetries(job, run, found);
                    }
                }
            }
        }
    }

    private static void lookAtEnd(
            CaseFile file, JobFile job, RunFile run, AttemptSaid attempt, Consumer<Violation> found) {
        Instant ended = attempt.endedAt();
        if (ended == null || ended.plus(file.slack()).isAfter(file.readAt())) {
            // Of what was still going on an answer may be missing.
            return;
        }
        switch (attempt.end()) {
            case "succeeded" -> requireReply(file, run, attempt, ended, EnumSet.of(Reply.SUCCESS), false, found);
            case "failed" ->
                requireReply(file, run, attempt, ended, EnumSet.of(Reply.RETRYABLE, Reply.BROKEN_OFF), true, found);
            case "failed_for_good" ->
                requireReply(file, run, attempt, ended, EnumSet.of(Reply.PERMANENT, Reply.BROKEN_OFF), true, found);
            case "timed_out" -> requireTimeout(file, job, run, attempt, ended, found);
            case "lapsed" -> requireFault(file, run, attempt, ended, found);
            default -> {
                // Cancelled, handed back, cut off, overrun: the product's own doing, and others look at what it leads
                // to.
            }
        }
    }

    /**
     * Of answers that came after the end nobody can have known.
     *
     * @param orNone also if the target was not called or did not answer, as when a connection breaks
     */
    private static void requireReply(
            CaseFile file,
            RunFile run,
            AttemptSaid attempt,
            Instant ended,
            Set<Reply> allowed,
            boolean orNone,
            Consumer<Violation> found) {
        Instant known = ended.plus(file.slack());
        List<Reply> replies = run.calls().stream()
                .filter(call -> call.token() == attempt.token())
                .map(Call::answer)
                .filter(Objects::nonNull)
                .filter(answer -> !answer.at().isAfter(known))
                .map(Answer::reply)
                .toList();
        boolean fits = replies.isEmpty() ? orNone : replies.stream().anyMatch(allowed::contains);
        if (!fits) {
            found.accept(violation(
                    Verdict.HISTORY,
                    run,
                    attempt,
                    "ended as " + attempt.end() + " by its history; its target answered "
                            + (replies.isEmpty() ? "nothing" : replies.toString())));
        }
    }

    private static void requireTimeout(
            CaseFile file, JobFile job, RunFile run, AttemptSaid attempt, Instant ended, Consumer<Violation> found) {
        Duration shortest = job.definitions().values().stream()
                .map(definition ->
                        Objects.requireNonNullElse(definition.definition().timeout(), TIMEOUT))
                .min(Comparator.naturalOrder())
                .orElse(TIMEOUT);
        Instant began = beganAt(run, attempt);
        if (ended.isBefore(began.plus(shortest).minus(file.slack()))) {
            found.accept(violation(
                    Verdict.HISTORY,
                    run,
                    attempt,
                    "began at " + began + " and was timed out at " + ended + "; it had " + shortest));
        }
    }

    /** A worker that is left alone keeps its lease. */
    private static void requireFault(
            CaseFile file, RunFile run, AttemptSaid attempt, Instant ended, Consumer<Violation> found) {
        Instant began = beganAt(run, attempt);
        boolean fault = file.quiet()
                .isUnderFault(
                        Quiet.shardOf(run.id()), began.minus(file.tolerances().recovery()), ended);
        if (!fault) {
            found.accept(violation(
                    Verdict.UNEXPLAINED_START,
                    run,
                    attempt,
                    "lapsed at " + ended + ", and no fault went on since it began at " + began));
        }
    }

    private static void lookAtRetries(JobFile job, RunFile run, Consumer<Violation> found) {
        int most = job.definitions().values().stream()
                .mapToInt(DefinitionFile::retriesMax)
                .max()
                .orElse(Integer.MAX_VALUE);
        List<AttemptSaid> attempts = run.attempts().stream()
                .sorted(Comparator.comparing(AttemptSaid::token))
                .toList();
        int failures = 0;
        for (AttemptSaid attempt : attempts) {
            if (failures > most) {
                found.accept(violation(
                        Verdict.UNEXPLAINED_START,
                        run,
                        attempt,
                        "was started after " + failures + " failures; " + most + " retries are allowed"));
                return;
            }
            failures += EarlyLaw.isFailure(attempt) ? 1 : 0;
        }
        RunSaid said = run.said();
        long last = attempts.isEmpty() ? 0 : attempts.get(attempts.size() - 1).token();
        if (said != null && said.token() > last && failures > most) {
            found.accept(new Violation(
                    Verdict.UNEXPLAINED_START,
                    run.job(),
                    run.id(),
                    Objects.requireNonNullElse(said.startedAt(), run.dueAt()),
                    run.named() + " goes on with attempt " + said.attempt() + " after " + failures + " failures; "
                            + most + " retries are allowed"));
        }
    }

    private static Instant beganAt(RunFile run, AttemptSaid attempt) {
        return Objects.requireNonNullElse(attempt.startedAt(), run.dueAt());
    }

    private static Violation violation(Verdict verdict, RunFile run, AttemptSaid attempt, String words) {
        return new Violation(
                verdict,
                run.job(),
                run.id(),
                beganAt(run, attempt),
                run.named() + ": attempt " + attempt.attempt() + " with token " + attempt.token() + " " + words);
    }
}
