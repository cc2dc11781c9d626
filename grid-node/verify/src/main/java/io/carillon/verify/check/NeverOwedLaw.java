package io.carillon.verify.check;

import static io.carillon.verify.check.JobState.Mode.ACTIVE;
import static io.carillon.verify.check.JobState.Mode.DELETED;
import static io.carillon.verify.check.JobState.Mode.HELD;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Request;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;

/** Nothing is called that nobody asked for: no other time, and nothing of a job that was deleted, held or cancelled by then. */
final class NeverOwedLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (RunFile run : file.strays()) {
            found.accept(new Violation(
                    Verdict.NEVER_OWED,
                    run.job(),
                    run.id(),
                    run.calls().get(0).arrivedAt(),
                    run.named() + " of a job that nobody made was called"));
        }
        for (JobFile job : file.jobs().values()) {
            job.scheduled().filter(RunFile::isCalled).forEach(run -> {
                if (!mayBeOwed(job, run)) {
                    found.accept(violation(
                            job,
                            run,
                            run.calls().get(0),
                            "is for " + run.nominalAt() + ", which the job did not owe: it was "
                                    + words(job.story().at(run.nominalAt()))));
                }
            });
            job.runs().stream().filter(RunFile::isCalled).forEach(run -> {
                for (Call call : run.calls()) {
                    lookAtStart(file, job, run, call, found);
                }
            });
        }
    }

    private static boolean mayBeOwed(JobFile job, RunFile run) {
        Instant nominal = run.nominalAt();
        // A one-off may be owed late: created or moved after its time, or resumed.
        Instant arrived = run.calls().get(0).arrivedAt();
        boolean once = job.isOneOffThroughout();
        Set<JobState> states = once && arrived.isAfter(nominal)
                ? job.story().during(nominal, arrived)
                : job.story().at(nominal);
        return states.stream().anyMatch(state -> {
            DefinitionFile definition = job.definitions().get(state.definition());
            return state.mode() == ACTIVE && definition != null && definition.names(nominal);
        });
    }

    private static void lookAtStart(CaseFile file, JobFile job, RunFile run, Call call, Consumer<Violation> found) {
        Instant start = run.startOf(call);
        Set<JobState> states = job.story().at(start);
        boolean first = run.calls().stream().noneMatch(other -> other.token() < call.token())
                && run.attempts().stream().noneMatch(other -> other.token() < call.token());
        if (first && states.stream().allMatch(state -> state.mode() == DELETED)) {
            found.accept(violation(job, run, call, "started at " + start + ", when the job was deleted"));
        }
        if (states.stream().allMatch(state -> state.mode() == HELD)) {
            found.accept(violation(job, run, call, "started at " + start + ", when the job was paused with hold"));
        }
        job.requests(Request.Kind.CANCEL)
                .filter(cancel -> cancel.acknowledged() && run.id().equals(cancel.run()))
                .filter(cancel -> cancel.answeredAt().plus(file.slack()).isBefore(start))
                .findFirst()
                .ifPresent(cancel -> found.accept(violation(
                        job,
                        run,
                        call,
                        "started at " + start + ", after its cancel was acknowledged at " + cancel.answeredAt())));
    }

    private static Violation violation(JobFile job, RunFile run, Call call, String words) {
        return new Violation(
                Verdict.NEVER_OWED,
                job.id(),
                run.id(),
                call.arrivedAt(),
                run.named() + " of " + job.named() + " " + words);
    }

    private static String words(Set<JobState> states) {
        return states.stream()
                .map(state -> state.mode() + (state.mode() == ACTIVE ? " by request " + state.definition() : ""))
                .sorted()
                .distinct()
                .reduce((a, b) -> a + " or " + b)
                .orElse("nothing")
                .toLowerCase(java.util.Locale.ROOT);
    }
}
