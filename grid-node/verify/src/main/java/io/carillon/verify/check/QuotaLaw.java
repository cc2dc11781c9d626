package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * At no call are more of its owner's calls going on than its quota allows. A call lies within the time for which the product counts its
 * run as running, so what the target sees is at most that.
 */
final class QuotaLaw implements Law {

    private record Work(RunFile run, Call call, Instant from, Instant to) {}

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        Set<String> owners = new TreeSet<>();
        for (Request request : file.quotas()) {
            Request.Option option = request.option();
            if (option != null && option.owner() != null) {
                owners.add(option.owner());
            }
        }
        owners.forEach(owner -> lookAt(file, owner, found));
    }

    private static void lookAt(CaseFile file, String owner, Consumer<Violation> found) {
        PriorityQueue<Work> going = new PriorityQueue<>(Comparator.comparing(Work::to));
        for (Work work : workOf(file, owner)) {
            while (!going.isEmpty() && !going.peek().to().isAfter(work.from())) {
                going.remove();
            }
            going.add(work);
            OptionalLong limit = Quotas.limitAt(file, owner, work.run().startOf(work.call()), file.slack());
            if (limit.isPresent() && going.size() > limit.getAsLong()) {
                found.accept(new Violation(
                        Verdict.QUOTA,
                        work.run().job(),
                        work.run().id(),
                        work.from(),
                        work.run().named() + " was the " + going.size() + ". call of owner " + owner
                                + " that went on at " + work.from() + "; its quota is " + limit.getAsLong()));
            }
        }
    }

    /** By beginning. What the product had taken from its worker by then counts no more. */
    private static List<Work> workOf(CaseFile file, String owner) {
        List<Work> work = new ArrayList<>();
        for (JobFile job : file.jobs().values()) {
            if (!job.owner().equals(owner)) {
                continue;
            }
            for (RunFile run : job.runs()) {
                for (Call call : run.calls()) {
                    Instant end = run.endOf(call);
                    Instant to = end == null ? file.readAt() : end;
                    if (call.arrivedAt().isBefore(to)) {
                        work.add(new Work(run, call, call.arrivedAt(), to));
                    }
                }
            }
        }
        work.sort(Comparator.comparing(Work::from));
        return work;
    }
}
