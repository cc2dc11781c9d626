package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Of a job whose runs take turns, no two runs of the schedule are at work at once. */
final class OverlapLaw implements Law {

    private record Work(RunFile run, Instant from, Instant to) {}

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (JobFile job : file.jobs().values()) {
            if (!job.definitions().isEmpty() && job.takesTurnsThroughout()) {
                lookAt(file, job, found);
            }
        }
    }

    private static void lookAt(CaseFile file, JobFile job, Consumer<Violation> found) {
        List<Work> work = new ArrayList<>();
        job.scheduled().forEach(run -> {
            for (Call call : run.calls()) {
                Instant end = run.endOf(call);
                Instant to = end == null ? file.readAt() : end;
                if (call.arrivedAt().isBefore(to)) {
                    work.add(new Work(run, call.arrivedAt(), to));
                }
            }
        });
        work.sort(Comparator.comparing(Work::from));
        for (int i = 1; i < work.size(); i++) {
            Work next = work.get(i);
            work.subList(0, i).stream()
                    .filter(other -> !other.run.id().equals(next.run.id())
                            && next.from.plus(file.slack()).isBefore(other.to))
                    .findFirst()
                    .ifPresent(other -> found.accept(new Violation(
                            Verdict.OVERLAP,
                            job.id(),
                            next.run.id(),
                            next.from,
                            next.run.named() + " of " + job.named() + " was called at " + next.from + ", when "
                                    + other.run.named() + " went on until " + other.to)));
        }
    }
}
