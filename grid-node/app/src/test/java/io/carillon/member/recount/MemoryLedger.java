package io.carillon.member.recount;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.LedgerStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Jobs that are due every minute, and their runs. */
public final class MemoryLedger implements LedgerStore {

    private final Map<JobId, JobRevision> jobs = new TreeMap<>();
    private final Map<JobId, TreeSet<Instant>> runs = new TreeMap<>();
    final Set<Integer> owing = new HashSet<>();
    /** Shown once to the questions about many jobs, then not any more: a run that was withdrawn in between. */
    @Nullable
    Instant blinking;

    /** Created at {@code from}, planned and run up to {@code through}. */
    public JobId job(int number, Instant from, Instant through, @Nullable Duration jitter) {
        JobId id = new JobId(new UUID(0x0190163d8694739bL, (long) number << 40 | 0x8000_0000_0000_0000L));
        JobDefinition definition = new JobDefinition(
                "job",
                null,
                number % 2 == 0 ? "even" : "odd",
                new ScheduleSpec.Cron("* * * * *", "UTC"),
                null,
                "default",
                "h",
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ALL,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                Timing.DEFAULT,
                jitter,
                5,
                null,
                null,
                Map.of());
        jobs.put(id, new JobRevision(id, JobStatus.ACTIVE, through, new Revision(1, definition, from, null)));
        TreeSet<Instant> times = new TreeSet<>();
        for (Instant at = from.plusSeconds(60); !at.isAfter(through); at = at.plusSeconds(60)) {
            times.add(at);
        }
        runs.put(id, times);
        return id;
    }

    /** Paused, nothing being owed beyond what it is planned through. */
    void pause(JobId job) {
        put(job, JobStatus.PAUSED, Objects.requireNonNull(jobs.get(job)).plannedThrough());
    }

    /** Active again, as if the skip of what fell into the pause had been written, or had been forgotten. */
    void resume(JobId job, Instant now, boolean forgotten) {
        JobRevision paused = Objects.requireNonNull(jobs.get(job));
        if (!forgotten) {
            for (Instant at = paused.plannedThrough().plusSeconds(60); !at.isAfter(now); at = at.plusSeconds(60)) {
                runsOf(job).add(at);
            }
        }
        put(job, JobStatus.ACTIVE, now);
    }

    private void put(JobId job, JobStatus status, Instant through) {
        JobRevision known = Objects.requireNonNull(jobs.get(job));
        jobs.put(job, new JobRevision(job, status, through, known.revision()));
    }

    public void lose(JobId job, Instant nominal) {
        runsOf(job).remove(nominal);
    }

    @Override
    public Optional<JobAccounts> accounts(Principal principal, JobId id, Instant from, Instant to, int limit) {
        JobRevision job = Objects.requireNonNull(jobs.get(id));
        Job now = new Job(
                id,
                1,
                job.status(),
                job.revision().definition(),
                job.revision().nominalFrom(),
                job.plannedThrough(),
                null,
                null,
                1,
                new UUID(0, 1));
        List<Run> rows = runsOf(id).subSet(from, to).stream()
                .map(at -> Run.claimed(
                        RunId.of(id, at, Trigger.SCHEDULE, null),
                        id,
                        1,
                        Trigger.SCHEDULE,
                        "o",
                        "p",
                        at,
                        at,
                        new UUID(0, 1)))
                .toList();
        return Optional.of(new JobAccounts(now, List.of(job.revision()), rows, List.of(), to));
    }

    @Override
    public List<RevisionKey> revisionsAfter(@Nullable RevisionKey after, int limit) {
        return jobs.keySet().stream()
                .filter(id -> after == null
                        || id.compareTo(after.job()) > 0
                        || (id.equals(after.job()) && after.revision() < 1))
                .limit(limit)
                .map(id -> new RevisionKey(id, 1))
                .toList();
    }

    @Override
    public List<JobRevision> revisions(Collection<RevisionKey> keys, Instant from, Instant to) {
        return keys.stream()
                .map(key -> Objects.requireNonNull(jobs.get(key.job())))
                .toList();
    }

    @Override
    public List<Marks> marks(List<Slice> slices) {
        Instant missing = blinking;
        blinking = null;
        return slices.stream()
                .map(slice -> new Marks(
                        runsOf(slice.job()).subSet(slice.from(), slice.to()).stream()
                                .filter(at -> !at.equals(missing))
                                .map(at -> new RunMark(1, at))
                                .toList(),
                        List.of()))
                .toList();
    }

    @Override
    public Set<Integer> shardsOwing(Set<Integer> shards, Instant nominal, Instant due) {
        Set<Integer> found = new HashSet<>(shards);
        found.retainAll(owing);
        return found;
    }

    private NavigableSet<Instant> runsOf(JobId job) {
        return Objects.requireNonNull(runs.get(job));
    }
}
