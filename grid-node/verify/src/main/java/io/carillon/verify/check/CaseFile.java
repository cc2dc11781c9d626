package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The evidence, sorted by job and run.
 *
 * @param jobs that may be there, by id
 * @param strays runs whose job nobody can have made
 * @param debts what each job surely owed, by job
 * @param quotas requests that set quotas and may be done, by number
 */
record CaseFile(
        Evidence evidence,
        Tolerances tolerances,
        Quiet quiet,
        Map<UUID, JobFile> jobs,
        Map<UUID, RunFile> runs,
        List<RunFile> strays,
        Map<UUID, List<Debt>> debts,
        List<Request> quotas) {

    /** What clocks may differ by. */
    Duration slack() {
        return slack(evidence, tolerances);
    }

    private static Duration slack(Evidence evidence, Tolerances tolerances) {
        return evidence.setting().clockError().plus(tolerances.clock());
    }

    Instant judgedUntil() {
        return evidence.closing().judgedUntil();
    }

    Instant readAt() {
        return evidence.closing().readAt();
    }

    /** Whether the product's account, read after it, must know all of a run. Of later ones it may have been read too early. */
    boolean isJudged(RunFile run) {
        return !run.dueAt().isAfter(judgedUntil());
    }

    List<Debt> debtsOf(JobFile job) {
        return debts.getOrDefault(job.id(), List.of());
    }

    /** All of a job's runs are in one shard. */
    static int shardOf(JobFile job) {
        return job.runs().isEmpty()
                ? Quiet.ANY_SHARD
                : Quiet.shardOf(job.runs().get(0).id());
    }

    static CaseFile of(Evidence evidence, Tolerances tolerances) {
        Map<UUID, RunFile> runs = runs(evidence);
        Map<UUID, List<RunFile>> runsOf = new HashMap<>();
        runs.values()
                .forEach(run -> runsOf.computeIfAbsent(run.job(), job -> new ArrayList<>())
                        .add(run));
        Map<UUID, JobFile> jobs = new LinkedHashMap<>();
        Index index = new Index(evidence);
        for (List<Request> creates : index.creates.values()) {
            JobFile job = job(evidence, tolerances, index, creates, runsOf);
            if (job != null) {
                jobs.put(job.id(), job);
            }
        }
        Map<UUID, List<Debt>> debts = new HashMap<>();
        for (JobFile job : jobs.values()) {
            debts.put(job.id(), Debt.of(job, evidence.closing().judgedUntil(), slack(evidence, tolerances)));
        }
        List<RunFile> strays = runs.values().stream()
                .filter(run -> run.isCalled() && !jobs.containsKey(run.job()))
                .toList();
        return new CaseFile(
                evidence,
                tolerances,
                new Quiet(evidence.faults(), evidence.closing().readAt()),
                jobs,
                runs,
                strays,
                debts,
                evidence.requests().stream()
                        .filter(request -> request.kind() == Request.Kind.QUOTA && request.mayBeDone())
                        .toList());
    }

    private static Map<UUID, RunFile> runs(Evidence evidence) {
        Map<UUID, RunSaid> said = new LinkedHashMap<>();
        evidence.runs().forEach(run -> said.merge(run.run(), run, (a, b) -> b.attempts() == null ? a : b));
        Map<UUID, List<Call>> calls = new LinkedHashMap<>();
        for (Call call : evidence.calls()) {
            calls.computeIfAbsent(call.run(), run -> new ArrayList<>()).add(call);
        }
        Set<UUID> ids = new LinkedHashSet<>(calls.keySet());
        ids.addAll(said.keySet());
        Map<UUID, RunFile> runs = new LinkedHashMap<>();
        for (UUID id : ids) {
            runs.put(id, new RunFile(id, said.get(id), calls.getOrDefault(id, List.of())));
        }
        return runs;
    }

    /** Facts by what they are looked up by. */
    private static final class Index {
        final Map<String, List<Request>> creates = new LinkedHashMap<>();
        final Map<UUID, List<Request>> others = new HashMap<>();
        final Map<String, JobSaid> saidByName = new HashMap<>();
        final Map<UUID, JobSaid> saidById = new HashMap<>();
        final Map<UUID, List<LedgerSaid>> ledgers = new HashMap<>();

        Index(Evidence evidence) {
            Map<UUID, UUID> jobOfRun = new HashMap<>();
            evidence.runs().forEach(run -> jobOfRun.put(run.run(), run.job()));
            evidence.calls().forEach(call -> jobOfRun.put(call.run(), call.job()));
            for (Request request : evidence.requests()) {
                if (request.kind() == Request.Kind.CREATE) {
                    creates.computeIfAbsent(request.defined().name(), name -> new ArrayList<>())
                            .add(request);
                } else if (request.kind() != Request.Kind.QUOTA) {
                    UUID job = request.job() != null ? request.job() : jobOfRun.get(request.run());
                    if (job != null) {
                        others.computeIfAbsent(job, id -> new ArrayList<>()).add(request);
                    }
                }
            }
            for (JobSaid job : evidence.jobs()) {
                saidByName.putIfAbsent(job.name(), job);
                saidById.put(job.job(), job);
            }
            evidence.ledgers()
                    .forEach(page -> ledgers.computeIfAbsent(page.job(), job -> new ArrayList<>())
                            .add(page));
        }
    }

    /** Null: as far as anybody can tell there is none. */
    private static @Nullable JobFile job(
            Evidence evidence,
            Tolerances tolerances,
            Index index,
            List<Request> creates,
            Map<UUID, List<RunFile>> runsOf) {
        String name = creates.get(0).defined().name();
        UUID told = creates.stream()
                .filter(Request::acknowledged)
                .map(Request::job)
                .findFirst()
                .orElse(null);
        JobSaid said = told == null ? index.saidByName.get(name) : index.saidById.get(told);
        UUID id = told != null
                ? told
                : said != null
                        ? said.job()
                        : creates.stream()
                                .filter(Request::mayBeDone)
                                .map(Request::job)
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElse(null);
        boolean maybe = creates.stream().anyMatch(Request::mayBeDone);
        if (id == null || !maybe) {
            return null;
        }
        List<Request> requests = new ArrayList<>();
        requests.add(merged(creates, id, said, slack(evidence, tolerances)));
        requests.addAll(index.others.getOrDefault(id, List.of()));
        requests.sort(Comparator.comparing(Request::number));
        JobStory story = JobStory.of(
                requests.stream().filter(CaseFile::changesTheJob).toList(),
                slack(evidence, tolerances),
                tolerances.unknownReach());
        List<RunFile> runs = runsOf.getOrDefault(id, List.of());
        List<LedgerSaid> ledgers = index.ledgers.getOrDefault(id, List.of());
        SortedSet<Instant> nominals = new TreeSet<>();
        runs.stream().filter(run -> run.trigger() == Trigger.SCHEDULE).forEach(run -> nominals.add(run.nominalAt()));
        ledgers.forEach(page -> page.skips().forEach(skip -> nominals.add(skip.nominalFirst())));
        Map<Long, DefinitionFile> definitions =
                Definitions.of(requests, nominals, evidence.closing().readAt(), slack(evidence, tolerances));
        return new JobFile(id, name, said, requests, story, definitions, runs, ledgers);
    }

    private static boolean changesTheJob(Request request) {
        return switch (request.kind()) {
            case CREATE, EDIT, PAUSE, RESUME, DELETE -> true;
            case TRIGGER, BACKFILL, CANCEL, REDRIVE, QUOTA -> false;
        };
    }

    /** Repeats of a creation are one creation: it took effect between the first sending and the first yes. */
    private static Request merged(List<Request> creates, UUID id, @Nullable JobSaid said, Duration slack) {
        List<Request> maybe = creates.stream().filter(Request::mayBeDone).toList();
        Request first = maybe.get(0);
        Instant answered = maybe.stream()
                .filter(Request::acknowledged)
                .map(Request::answeredAt)
                .min(Comparator.naturalOrder())
                .orElse(null);
        Outcome outcome = Outcome.ACKNOWLEDGED;
        if (answered == null && said != null) {
            Instant from = said.createdAt().plus(slack);
            answered = from.isBefore(first.sentAt()) ? first.sentAt() : from;
        }
        if (answered == null) {
            answered = maybe.get(maybe.size() - 1).answeredAt();
            outcome = Outcome.UNKNOWN;
        }
        return new Request(
                first.number(),
                Request.Kind.CREATE,
                first.via(),
                first.key(),
                id,
                null,
                first.defined(),
                null,
                first.sentAt(),
                answered,
                outcome,
                first.status());
    }
}
