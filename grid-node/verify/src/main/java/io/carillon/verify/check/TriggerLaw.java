package io.carillon.verify.check;

import static io.carillon.verify.check.JobState.Mode.DELETED;
import static io.carillon.verify.check.JobState.Mode.HELD;

import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import io.carillon.verify.rules.Occurrences;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was triggered or backfilled runs, once for each key, and nothing else does. */
final class TriggerLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (JobFile job : file.jobs().values()) {
            manual(file, job, found);
            backfilled(file, job, found);
        }
    }

    private static void manual(CaseFile file, JobFile job, Consumer<Violation> found) {
        Map<String, List<Request>> byKey = job.requests(Request.Kind.TRIGGER)
                .collect(Collectors.groupingBy(
                        request -> request.key() == null ? "#" + request.number() : request.key(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        Set<UUID> told = new HashSet<>();
        int untold = 0;
        for (List<Request> tries : byKey.values()) {
            Set<UUID> runs = tries.stream()
                    .filter(each -> each.acknowledged() && each.run() != null)
                    .map(Request::run)
                    .collect(Collectors.toSet());
            told.addAll(runs);
            if (runs.isEmpty()) {
                untold++;
            }
            if (runs.size() > 1) {
                found.accept(new Violation(
                        Verdict.TWICE_FOR_ONE_KEY,
                        job.id(),
                        runs.iterator().next(),
                        tries.get(0).sentAt(),
                        "key " + tries.get(0).key() + " triggered " + job.named() + " more than once: runs " + runs));
            }
            for (Request request : tries) {
                if (request.acknowledged() && request.run() != null) {
                    requireRun(file, job, request, request.run(), found);
                }
            }
        }
        List<RunFile> others = job.runs().stream()
                .filter(run -> run.trigger() == Trigger.MANUAL && run.isCalled() && !told.contains(run.id()))
                .toList();
        for (RunFile run : others.subList(Math.min(untold, others.size()), others.size())) {
            found.accept(new Violation(
                    byKey.isEmpty() ? Verdict.NEVER_OWED : Verdict.TWICE_FOR_ONE_KEY,
                    job.id(),
                    run.id(),
                    run.calls().get(0).arrivedAt(),
                    run.named() + " of " + job.named() + " is a manual one more than was asked for"));
        }
    }

    private static void requireRun(CaseFile file, JobFile job, Request request, UUID id, Consumer<Violation> found) {
        RunFile run = job.run(id).orElse(null);
        if (run != null && run.isCalled()) {
            return;
        }
        Instant deadline = file.quiet()
                .after(
                        Quiet.shardOf(id),
                        request.answeredAt(),
                        file.tolerances().recovery());
        boolean stopped = job.story().during(request.sentAt(), deadline).stream()
                .anyMatch(state -> state.mode() == DELETED || state.mode() == HELD);
        RunSaid said = run == null ? null : run.said();
        boolean expired = run != null && new Excuses(file).isExpired(job, startBefore(job), run);
        boolean excused = stopped
                || expired
                || job.mayBeCancelled(id)
                || request.answeredAt().isAfter(file.judgedUntil());
        if (!excused) {
            found.accept(new Violation(
                    Verdict.MISSING,
                    job.id(),
                    id,
                    request.answeredAt(),
                    "run " + id + " of " + job.named() + " was triggered, which was acknowledged at "
                            + request.answeredAt()
                            + ", and no target was called for it; "
                            + (said == null
                                    ? "the product does not show it"
                                    : "the product shows it as " + said.status())));
        }
    }

    /** The shortest of those that may hold for it; null: none of them has a limit. */
    private static @Nullable Duration startBefore(JobFile job) {
        return job.definitions().values().stream()
                .map(definition -> definition.definition().startBefore())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Each time of the window that a definition in force names may run; so may what is not asked for, never. */
    private static void backfilled(CaseFile file, JobFile job, Consumer<Violation> found) {
        List<RunFile> runs = job.runs().stream()
                .filter(run -> run.trigger() == Trigger.BACKFILL && run.isCalled())
                .toList();
        for (RunFile run : runs) {
            boolean asked =
                    job.requests(Request.Kind.BACKFILL).anyMatch(request -> names(file, job, request, run.nominalAt()));
            if (!asked) {
                found.accept(new Violation(
                        Verdict.NEVER_OWED,
                        job.id(),
                        run.id(),
                        run.calls().get(0).arrivedAt(),
                        run.named() + " of " + job.named() + " makes up for " + run.nominalAt()
                                + ", which nobody asked for"));
            }
        }
    }

    private static boolean names(CaseFile file, JobFile job, Request request, Instant nominal) {
        Request.Option option = request.option();
        if (option == null || option.from() == null || option.to() == null) {
            return true;
        }
        if (nominal.isBefore(option.from()) || !nominal.isBefore(option.to())) {
            return false;
        }
        return job
                .story()
                .during(
                        request.sentAt().minus(file.slack()),
                        request.answeredAt().plus(file.slack()))
                .stream()
                .map(state -> job.definitions().get(state.definition()))
                .anyMatch(definition -> {
                    if (definition == null) {
                        return false;
                    }
                    String schedule = definition.definition().schedule();
                    if (schedule == null || schedule.strip().startsWith("@every")) {
                        return true;
                    }
                    SortedSet<Instant> times = new Occurrences(definition.definition(), Instant.EPOCH)
                            .between(nominal.minusSeconds(1), nominal);
                    return times.contains(nominal);
                });
    }
}
