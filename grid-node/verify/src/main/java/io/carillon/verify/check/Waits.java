package io.carillon.verify.check;

import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures how long runs waited for their first start and for each further one, leaving out what waits for a reason of its own: a quota,
 * a hold, another run's turn.
 */
final class Waits {

    private Waits() {}

    static List<Wait> of(CaseFile file) {
        List<Wait> waits = new ArrayList<>();
        for (JobFile job : file.jobs().values()) {
            if (Quotas.isLimited(file, job.owner())) {
                continue;
            }
            for (RunFile run : job.runs()) {
                if (run.trigger() != Trigger.BACKFILL) {
                    of(file, job, run).ifPresent(waits::add);
                }
                if (job.requests(Request.Kind.REDRIVE).findAny().isEmpty()) {
                    again(file, job, run, waits);
                }
            }
        }
        return waits;
    }

    private static Optional<Wait> of(CaseFile file, JobFile job, RunFile run) {
        if (!run.isCalled()) {
            return Optional.empty();
        }
        Instant start = run.firstStart().orElseThrow();
        return of(file, job, run, since(job, run, start), start);
    }

    private static Optional<Wait> of(CaseFile file, JobFile job, RunFile run, Instant from, Instant start) {
        boolean held = job.story().during(from, start).stream().anyMatch(state -> state.mode() == JobState.Mode.HELD);
        if (held) {
            return Optional.empty();
        }
        int shard = Quiet.shardOf(run.id());
        Duration late = start.isAfter(from) ? Duration.between(from, start) : Duration.ZERO;
        boolean disturbed =
                file.quiet().isDisturbed(shard, from.minus(file.tolerances().recovery()), start);
        return Optional.of(
                new Wait(job.id(), run.id(), from, late, file.quiet().quietBetween(shard, from, start), disturbed));
    }

    /** Further attempts: when the one before was over, and its wait too, if it had failed, nothing but the product keeps the next. */
    private static void again(CaseFile file, JobFile job, RunFile run, List<Wait> waits) {
        SortedMap<Long, Instant> starts = new TreeMap<>();
        run.attempts().forEach(attempt -> {
            if (attempt.startedAt() != null) {
                starts.put(attempt.token(), attempt.startedAt());
            }
        });
        run.calls().forEach(call -> starts.put(call.token(), run.startOf(call)));
        Long before = null;
        for (Map.Entry<Long, Instant> next : starts.entrySet()) {
            RunSaid.AttemptSaid attempt =
                    before == null ? null : run.attemptOf(before).orElse(null);
            Instant ended = attempt == null ? null : attempt.endedAt();
            if (attempt != null && ended != null) {
                Instant from = ended.plus(longestWait(job, run, attempt));
                Instant start = next.getValue();
                of(file, job, run, from.isAfter(start) ? start : from, start).ifPresent(waits::add);
            }
            before = next.getKey();
        }
    }

    private static Duration longestWait(JobFile job, RunFile run, RunSaid.AttemptSaid ended) {
        if (!EarlyLaw.isFailure(ended)) {
            return Duration.ZERO;
        }
        int failures = (int) run.attempts().stream()
                .filter(attempt -> attempt.token() <= ended.token())
                .filter(EarlyLaw::isFailure)
                .count();
        return job.definitions().values().stream()
                .map(definition -> definition.longestWait(failures))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Its due time, or when the request was carried out that made it due, or when the run before it let it have its turn. */
    private static Instant since(JobFile job, RunFile run, Instant start) {
        Instant from = run.dueAt();
        boolean once = job.isOneOffThroughout() && run.trigger() == Trigger.SCHEDULE;
        for (Request request : job.requests()) {
            boolean makesDue = switch (request.kind()) {
                case CREATE, EDIT, RESUME -> run.trigger() == Trigger.SCHEDULE;
                case TRIGGER -> run.id().equals(request.run());
                case PAUSE, DELETE, BACKFILL, CANCEL, REDRIVE, QUOTA -> false;
            };
            boolean counts = once
                    || request.kind() == Request.Kind.TRIGGER
                    || !request.answeredAt().isBefore(run.dueAt());
            if (request.mayBeDone() && makesDue && counts && !request.sentAt().isAfter(start)) {
                from = latest(from, request.answeredAt());
            }
        }
        if (job.mayTakeTurns() && run.trigger() == Trigger.SCHEDULE) {
            from = job.scheduled()
                    .filter(other ->
                            !other.id().equals(run.id()) && !other.nominalAt().isAfter(run.nominalAt()))
                    .map(RunFile::said)
                    .filter(Objects::nonNull)
                    .map(RunSaid::endedAt)
                    .filter(ended -> ended != null && !ended.isAfter(start))
                    .reduce(from, Waits::latest);
        }
        return from.isAfter(start) ? start : from;
    }

    private static Instant latest(Instant a, Instant b) {
        return a.isBefore(b) ? b : a;
    }
}
