package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Timing;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.LedgerStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of {@link Samples#FULL}: daily at 09:00 UTC since ten days ago, paused this morning. Two of its days were
 * skipped, one lost.
 */
public final class StoredLedger implements LedgerStore {

    public static final Instant CREATED = Instant.parse("2026-02-19T09:30:00Z");
    public static final Instant PLANNED = Instant.parse("2026-02-28T10:00:00Z");

    public JobStatus status = JobStatus.PAUSED;
    public ScheduleSpec schedule = Samples.full().job().definition().schedule();

    @Override
    public Optional<JobAccounts> accounts(Principal principal, JobId id, Instant from, Instant to, int limit) {
        Job full = Samples.full().job();
        if (!id.equals(full.id())) {
            return Optional.empty();
        }
        JobDefinition definition = withSchedule(full.definition());
        Job job = new Job(id, 7, status, definition, CREATED, PLANNED, null, null, 9, new UUID(0, 1));
        List<Run> runs = new ArrayList<>(IntStream.of(20, 21, 24, 25, 27, 28)
                .mapToObj(StoredLedger::day)
                .filter(day -> !day.isBefore(from) && day.isBefore(to))
                .map(day -> run(job, day))
                .toList());
        List<SkipRange> skips = List.of(new SkipRange(id, 7, day(22), day(23), 2, SkipReason.MISFIRE));
        Instant completeTo = to;
        if (runs.size() > limit) {
            completeTo = runs.get(limit - 1).nominalAt().plusMillis(1);
            runs = runs.subList(0, limit);
        }
        return Optional.of(
                new JobAccounts(job, List.of(new Revision(7, definition, CREATED, null)), runs, skips, completeTo));
    }

    @Override
    public List<RevisionKey> revisionsAfter(@Nullable RevisionKey after, int limit) {
        return List.of();
    }

    @Override
    public List<JobRevision> revisions(Collection<RevisionKey> keys, Instant from, Instant to) {
        return List.of();
    }

    @Override
    public List<Marks> marks(List<Slice> slices) {
        return List.of();
    }

    @Override
    public Set<Integer> shardsOwing(Set<Integer> shards, Instant nominal, Instant due) {
        return Set.of();
    }

    public static RunId runId(int day) {
        return RunId.of(Samples.FULL, day(day), Trigger.SCHEDULE, null);
    }

    private JobDefinition withSchedule(JobDefinition d) {
        return new JobDefinition(
                d.name(),
                d.key(),
                d.ownerId(),
                schedule,
                d.payload(),
                d.pool(),
                d.handler(),
                d.http(),
                d.retry(),
                d.timeout(),
                d.startBefore(),
                d.misfire(),
                d.misfireAfter(),
                d.overlap(),
                Timing.EXACT,
                null,
                d.priority(),
                d.startsAt(),
                d.endsAt(),
                d.labels());
    }

    private static Run run(Job job, Instant nominal) {
        return Run.claimed(
                RunId.of(job.id(), nominal, Trigger.SCHEDULE, null),
                job.id(),
                job.revision(),
                Trigger.SCHEDULE,
                job.definition().ownerId(),
                job.definition().pool(),
                nominal,
                nominal,
                new UUID(0, 1));
    }

    private static Instant day(int day) {
        return Instant.parse("2026-02-" + day + "T09:00:00Z");
    }
}
