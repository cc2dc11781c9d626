package io.carillon.verify.check;

import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** What was acknowledged is there, once; what was not answered is there once or not at all. */
final class CreateLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        Map<String, List<Request>> byName = new LinkedHashMap<>();
        for (Request request : file.evidence().requests()) {
            if (request.kind() == Request.Kind.CREATE) {
                byName.computeIfAbsent(request.defined().name(), name -> new ArrayList<>())
                        .add(request);
            }
        }
        Map<String, Set<UUID>> said = new HashMap<>();
        Map<UUID, JobSaid> byId = new HashMap<>();
        for (JobSaid job : file.evidence().jobs()) {
            said.computeIfAbsent(job.name(), name -> new HashSet<>()).add(job.job());
            byId.put(job.job(), job);
        }
        byName.forEach((name, creates) -> lookAt(file, name, creates, said.getOrDefault(name, Set.of()), byId, found));
    }

    private static void lookAt(
            CaseFile file,
            String name,
            List<Request> creates,
            Set<UUID> said,
            Map<UUID, JobSaid> byId,
            Consumer<Violation> found) {
        Set<UUID> all = new HashSet<>(said);
        Set<Object> chances = new HashSet<>();
        for (Request create : creates) {
            if (create.acknowledged() && create.job() != null) {
                all.add(create.job());
                if (!byId.containsKey(create.job())) {
                    found.accept(new Violation(
                            Verdict.LOST_JOB,
                            create.job(),
                            null,
                            create.answeredAt(),
                            "job " + name + " was acknowledged at " + create.answeredAt() + " as " + create.job()
                                    + " and is not there"));
                }
            }
            if (create.mayBeDone()) {
                chances.add(create.key() == null ? (Object) create.number() : create.key());
            }
        }
        if (all.size() > chances.size()) {
            found.accept(new Violation(
                    chances.isEmpty() ? Verdict.HISTORY : Verdict.TWICE_FOR_ONE_KEY,
                    all.iterator().next(),
                    null,
                    creates.get(0).sentAt(),
                    "job " + name + " was asked for by " + chances.size() + " keys and is there " + all.size()
                            + " times: " + all));
        }
        JobFile job = all.stream()
                .map(file.jobs()::get)
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (job != null && job.said() != null) {
            lookAtTime(file, job, job.said().createdAt(), found);
        }
    }

    private static void lookAtTime(CaseFile file, JobFile job, Instant createdAt, Consumer<Violation> found) {
        Request create = job.requests().get(0);
        boolean early = createdAt.isBefore(create.sentAt().minus(file.slack()));
        boolean late =
                create.acknowledged() && createdAt.isAfter(create.answeredAt().plus(file.slack()));
        if (early || late) {
            found.accept(new Violation(
                    Verdict.HISTORY,
                    job.id(),
                    null,
                    createdAt,
                    job.named() + " is shown as created at " + createdAt + "; it was asked for at " + create.sentAt()
                            + " and acknowledged at " + create.answeredAt()));
        }
    }
}
