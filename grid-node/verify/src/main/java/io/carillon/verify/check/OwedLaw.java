package io.carillon.verify.check;

import static io.carillon.verify.check.JobState.Mode.HELD;

import io.carillon.verify.evidence.RunSaid;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Every occurrence that a job surely owed was called, or there is a good reason; and every run that was due has ended. */
final class OwedLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        Excuses excuses = new Excuses(file);
        for (JobFile job : file.jobs().values()) {
            Map<Instant, RunFile> runs = new HashMap<>();
            job.scheduled().forEach(run -> runs.merge(run.nominalAt(), run, OwedLaw::called));
            job.runs().forEach(run -> requireEnd(file, job, run, found));
            for (Debt debt : file.debtsOf(job)) {
                RunFile run = runs.get(debt.nominal());
                boolean called = run != null && run.isCalled();
                if (!called && !excuses.excuse(job, debt, run)) {
                    found.accept(new Violation(
                            Verdict.MISSING,
                            job.id(),
                            run == null ? null : run.id(),
                            debt.from(),
                            job.named() + " owed " + debt.nominal() + " and no target was called for it; "
                                    + said(run)));
                }
            }
        }
    }

    private static RunFile called(RunFile a, RunFile b) {
        return a.isCalled() ? a : b;
    }

    private static String said(@Nullable RunFile run) {
        RunSaid said = run == null ? null : run.said();
        return said == null
                ? "the product shows no run"
                : "the product shows run " + said.run() + " as " + said.status()
                        + (said.reason() == null ? "" : " (" + said.reason() + ")");
    }

    private static void requireEnd(CaseFile file, JobFile job, RunFile run, Consumer<Violation> found) {
        RunSaid said = run.said();
        boolean held = job.story().at(file.readAt()).stream().anyMatch(state -> state.mode() == HELD);
        if (said != null && !said.terminal() && !held && !run.dueAt().isAfter(file.judgedUntil())) {
            found.accept(new Violation(
                    Verdict.MISSING,
                    job.id(),
                    run.id(),
                    run.dueAt(),
                    run.named() + " of " + job.named() + ", due at " + run.dueAt() + ", has not ended: it is "
                            + said.status() + " at " + file.readAt()));
        }
    }
}
