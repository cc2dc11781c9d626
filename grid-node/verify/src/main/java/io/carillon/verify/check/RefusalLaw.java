package io.carillon.verify.check;

import static io.carillon.verify.check.JobState.Mode.ABSENT;
import static io.carillon.verify.check.JobState.Mode.DELETED;

import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What callers were told of a job fits what they were told before. Nobody is refused because a job is not there, or was deleted, when it
 * surely is there and was not; and nothing is acknowledged that no order of what was asked allows.
 */
final class RefusalLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (JobFile job : file.jobs().values()) {
            for (Request request : job.requests()) {
                if (request.outcome() == Outcome.REFUSED) {
                    lookAtRefusal(file, job, request, found);
                }
            }
            for (Request request : job.story().impossible()) {
                found.accept(new Violation(
                        Verdict.HISTORY,
                        job.id(),
                        null,
                        request.answeredAt(),
                        "request " + request.number() + ", " + request.kind() + " of " + job.named()
                                + ", was acknowledged at " + request.answeredAt()
                                + ", and by what callers were told before it cannot have been done"));
            }
        }
    }

    private static void lookAtRefusal(CaseFile file, JobFile job, Request request, Consumer<Violation> found) {
        Instant from = request.sentAt().minus(file.slack());
        Instant to = request.answeredAt().plus(file.slack());
        Set<JobState> states = job.story().during(from, to);
        boolean maybeGone = states.stream().anyMatch(state -> state.mode() == ABSENT || state.mode() == DELETED);
        boolean ofTheJob = switch (request.kind()) {
            case EDIT, PAUSE, RESUME, DELETE, TRIGGER, BACKFILL -> true;
            // Of these the run may be what is not found.
            case CREATE, CANCEL, REDRIVE, QUOTA -> false;
        };
        if (!ofTheJob || maybeGone) {
            return;
        }
        String status = request.status();
        if (saysNotFound(status)) {
            found.accept(violation(Verdict.LOST_JOB, job, request, "it was not found"));
        } else if (saysDeleted(status)) {
            found.accept(violation(Verdict.HISTORY, job, request, "it had been deleted"));
        }
    }

    private static boolean saysNotFound(@Nullable String status) {
        return status != null && (status.startsWith("404") || status.endsWith("not_found"));
    }

    private static boolean saysDeleted(@Nullable String status) {
        return status != null && (status.startsWith("410") || status.endsWith("job_deleted"));
    }

    private static Violation violation(Verdict verdict, JobFile job, Request request, String words) {
        return new Violation(
                verdict,
                job.id(),
                null,
                request.answeredAt(),
                request.kind() + " of " + job.named() + " was refused at " + request.answeredAt() + " ("
                        + request.status() + "), as if " + words + "; it was acknowledged, and nobody had deleted it");
    }
}
