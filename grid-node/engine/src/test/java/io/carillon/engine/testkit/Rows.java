package io.carillon.engine.testkit;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Shards;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.Lane;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.plan.RunRef;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LanePlace;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The database of a test, shared by its members: rows, and statements with the conditions that the ports describe. Every
 * run that is written is checked against {@link RunLaws}.
 */
public final class Rows {

    private record RunRow(
            Run run, @Nullable Payload payload, @Nullable String requestId, long lane) {}

    private record RevisionKey(JobId job, long revision) {}

    /**
     * What a job was, and which nominal times it owed as that: those after {@code from}, up to {@code to}, null while it is
     * in force.
     */
    public record Revision(
            JobDefinition definition,
            Instant from,
            @Nullable Instant to) {}

    /** What a write is judged by. Dropped one by one to find out whether anybody would notice. */
    public enum Condition {
        /** The writer's epoch is the shard's. */
        EPOCH,
        /** The job's row has the version that the change was decided on. */
        JOB_VERSION,
        /** The run's row has the version that the move was decided on. */
        RUN_VERSION,
        /** The run's token does not fall. */
        TOKEN,
        /** A row that carries this very write is told from one that somebody else wrote. */
        WRITE_ID,
        /** A claimed run is not there yet. */
        RUN_IS_NEW,
        /** The owner of a new job has fewer jobs than it may have. */
        JOBS_MAX,
        /** Fewer runs of the owner run than may at once. */
        MAX_RUNNING
    }

    private final Supplier<Instant> clock;
    private final RunLaws laws = new RunLaws();
    private final long[] epochs = new long[Shards.COUNT];
    private final Map<JobId, Job> jobs = new TreeMap<>();
    private final Map<RevisionKey, Revision> revisions = new HashMap<>();
    private final Map<RunId, RunRow> runs = new TreeMap<>();
    private final List<SkipRange> skips = new ArrayList<>();
    private final List<AttemptRecord> attempts = new ArrayList<>();
    private final Map<RunId, Payload> results = new HashMap<>();
    private final List<RunId> alerts = new ArrayList<>();
    private final Map<String, Integer> jobsMax = new HashMap<>();
    private final Map<String, Integer> maxRunning = new HashMap<>();
    private final Map<Object, String> rejected = new HashMap<>();
    private final Set<Object> denied = new HashSet<>();
    private final Set<Condition> dropped = EnumSet.noneOf(Condition.class);
    private RowWatch watch = RowWatch.NONE;
    private boolean ownWritesOutliveTheEpoch;
    private long @Nullable [] epochsSeen;

    public Rows(Supplier<Instant> clock) {
        this.clock = clock;
    }

    // ---- what a test asks of it -------------------------------------------------------------------------------------

    /** From now on this owner may have so many jobs. */
    public void limitJobs(String ownerId, int max) {
        jobsMax.put(ownerId, max);
    }

    /** Those that are not deleted. */
    public long jobsOf(String ownerId) {
        return jobs.values().stream()
                .filter(job -> job.status() != JobStatus.DELETED
                        && job.definition().ownerId().equals(ownerId))
                .count();
    }

    /** From now on so many runs of this owner may run at once; null: as many as like. */
    public void limitRunning(String ownerId, @Nullable Integer max) {
        if (max == null) {
            maxRunning.remove(ownerId);
        } else {
            maxRunning.put(ownerId, max);
        }
    }

    public long runningOf(String ownerId) {
        return runs.values().stream()
                .filter(row ->
                        row.run.state() == RunState.RUNNING && row.run.ownerId().equals(ownerId))
                .count();
    }

    /** From now on rows of this job or run are refused for their own sake. */
    public void reject(Object jobOrRunId, String detail) {
        rejected.put(jobOrRunId, detail);
    }

    /** From now on writes of this job or run are told that they have lost a version, whatever they say. */
    public void deny(Object jobOrRunId) {
        denied.add(jobOrRunId);
    }

    public void rejectNothing() {
        rejected.clear();
        denied.clear();
    }

    /**
     * What a repeated write hears that had been committed before the epoch was lost: the ports leave open which of the two
     * is looked at first. True: already applied.
     */
    public void ownWritesOutliveTheEpoch(boolean value) {
        ownWritesOutliveTheEpoch = value;
    }

    /** From now on writes are judged without it. */
    public void drop(Condition condition) {
        dropped.add(condition);
    }

    public void watch(RowWatch value) {
        watch = value;
    }

    /** The epochs as they are now, for {@link #seeing}. */
    public long[] epochs() {
        return epochs.clone();
    }

    /** A statement that looked at the epochs earlier than it writes, as without a lock on them. */
    public <T> T seeing(long[] earlier, Supplier<T> statement) {
        epochsSeen = earlier;
        try {
            return statement.get();
        } finally {
            epochsSeen = null;
        }
    }

    public Optional<Job> job(JobId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    public Collection<Job> jobs() {
        return jobs.values();
    }

    public Optional<Run> run(RunId id) {
        return Optional.ofNullable(runs.get(id)).map(RunRow::run);
    }

    /** A run with what its owner reads of it. */
    public LiveRun live(RunId id) {
        return live(Objects.requireNonNull(runs.get(id), () -> "no run " + id));
    }

    /** By run id, hence by nominal time. */
    public List<Run> runs() {
        return runs.values().stream().map(RunRow::run).toList();
    }

    public List<Run> runsOf(JobId job) {
        return runs().stream().filter(run -> run.jobId().equals(job)).toList();
    }

    /** All versions of a run since it was claimed, oldest first. */
    public List<Run> versionsOf(RunId run) {
        return laws.versionsOf(run);
    }

    public List<SkipRange> skipsOf(JobId job) {
        return skips.stream().filter(skip -> skip.jobId().equals(job)).toList();
    }

    public List<AttemptRecord> attemptsOf(RunId run) {
        return attempts.stream().filter(attempt -> attempt.runId().equals(run)).toList();
    }

    public @Nullable Payload resultOf(RunId run) {
        return results.get(run);
    }

    public List<RunId> alerts() {
        return alerts;
    }

    /** What happened that must never happen. */
    public List<String> brokenLaws() {
        return laws.broken();
    }

    /** Puts a job in place, as if an earlier owner had written it. */
    public void plant(Job job) {
        jobs.put(job.id(), job);
        revisions.putIfAbsent(
                new RevisionKey(job.id(), job.revision()), new Revision(job.definition(), job.plannedThrough(), null));
        end(job, -1);
        if (job.status() == JobStatus.DELETED) {
            end(job, 0);
        }
    }

    private void end(Job job, int offset) {
        revisions.computeIfPresent(
                new RevisionKey(job.id(), job.revision() + offset),
                (key, revision) -> revision.to != null
                        ? revision
                        : new Revision(revision.definition, revision.from, job.plannedThrough()));
    }

    /** @throws NullPointerException if there is none */
    public Revision revisionOf(JobId job, long number) {
        return Objects.requireNonNull(revisions.get(new RevisionKey(job, number)), "revision of " + job);
    }

    /** All that the job has been, the first first. */
    public List<Revision> revisionsOf(JobId job) {
        List<Revision> found = new ArrayList<>();
        for (Revision next = revisions.get(new RevisionKey(job, 1)); next != null; ) {
            found.add(next);
            next = revisions.get(new RevisionKey(job, found.size() + 1L));
        }
        return found;
    }

    /** Puts a run in place, as if an earlier owner had written it. */
    public void plant(Run run) {
        runs.put(run.id(), new RunRow(run, null, null, laneOf(run)));
    }

    private long laneOf(Run run) {
        Job job = jobs.get(run.jobId());
        return job == null ? Lane.NONE : Lane.idOf(run, job);
    }

    /** Takes a run away behind its owner's back. */
    public void remove(RunId run) {
        runs.remove(run);
    }

    /** Somebody else has raised the epoch of this shard. */
    public void steal(int shard) {
        raiseEpochs(Set.of(shard));
    }

    // ---- statements -------------------------------------------------------------------------------------------------

    long epoch(int shard) {
        return epochs[shard];
    }

    Map<Integer, Long> raiseEpochs(Set<Integer> shards) {
        Map<Integer, Long> raised = new HashMap<>();
        shards.stream().sorted().forEach(shard -> raised.put(shard, ++epochs[shard]));
        return raised;
    }

    /** All or none. */
    List<RowOutcome> writeJobs(List<JobWrite> writes) {
        List<RowOutcome> judged = new ArrayList<>();
        Set<JobId> distinct = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (JobWrite write : writes) {
            Job job = write.change().job();
            if (!distinct.add(job.id())) {
                throw new IllegalArgumentException("a batch with two changes of one job: " + write);
            }
            RowOutcome outcome = judge(write);
            boolean sameKey = write.change().definitionChanged()
                    && job.definition().key() != null
                    && !keys.add(
                            job.definition().ownerId() + "/" + job.definition().key());
            judged.add(outcome.durable() && sameKey ? RowOutcome.KEY_TAKEN : outcome);
        }
        boolean all = judged.stream().allMatch(RowOutcome::durable);
        List<RowOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            RowOutcome outcome = judged.get(i);
            if (all && outcome.kind() == RowOutcome.Kind.APPLIED) {
                apply(writes.get(i));
            }
            outcomes.add(all || !outcome.durable() ? outcome : RowOutcome.NOT_TRIED);
        }
        return outcomes;
    }

    /** Each on its own. */
    List<RowOutcome> writeRuns(List<RunWrite> writes) {
        Set<RunId> distinct = new HashSet<>();
        List<RowOutcome> outcomes = new ArrayList<>();
        for (RunWrite write : writes) {
            if (!distinct.add(write.run().id())) {
                throw new IllegalArgumentException("a batch with two moves of one run: " + write);
            }
            RowOutcome outcome = judge(write);
            if (outcome.kind() == RowOutcome.Kind.APPLIED) {
                apply(write);
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    List<LiveRun> liveRuns(Set<Integer> shards, int limit) {
        return runs.values().stream()
                .filter(row ->
                        shards.contains(row.run.shard()) && !row.run.state().terminal())
                .sorted(Comparator.comparing((RunRow row) -> LanePlace.of(row.run)))
                .limit(limit)
                .map(this::live)
                .toList();
    }

    List<RunId> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit) {
        return runs.values().stream()
                .filter(row ->
                        shards.contains(row.run.shard()) && !row.run.state().terminal())
                .filter(row -> row.run.state() == RunState.RUNNING || !lanes.contains(row.lane))
                .limit(limit)
                .map(row -> row.run.id())
                .toList();
    }

    List<LiveRun> laneHeads(Set<Integer> shards) {
        List<LiveRun> found = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (LiveRun row : liveRuns(shards, Integer.MAX_VALUE)) {
            boolean mustBeThere = row.run().state() == RunState.RUNNING || row.lane() == Lane.NONE || row.jobDeleted();
            if (mustBeThere || seen.add(row.lane())) {
                found.add(row);
            }
        }
        return found;
    }

    List<LiveRun> waiting(Set<Integer> shards, List<LanePage> pages, int limit) {
        return pages.stream()
                .flatMap(page -> liveRuns(shards, Integer.MAX_VALUE).stream()
                        .filter(row -> row.lane() == page.lane() && row.run().state() == RunState.WAITING)
                        .filter(row -> LanePlace.of(row.run()).compareTo(page.from()) >= 0
                                && LanePlace.of(row.run()).compareTo(page.to()) < 0)
                        .limit(limit))
                .toList();
    }

    Map<Long, Long> countLive(Set<Integer> shards, Set<Long> lanes) {
        return liveRuns(shards, Integer.MAX_VALUE).stream()
                .filter(row -> lanes.contains(row.lane()))
                .collect(Collectors.groupingBy(LiveRun::lane, Collectors.counting()));
    }

    List<LiveRun> liveRunsOf(JobId job) {
        return runs.values().stream()
                .filter(row -> row.run.jobId().equals(job) && !row.run.state().terminal())
                .map(this::live)
                .toList();
    }

    List<LiveRun> runs(Collection<RunId> ids) {
        return ids.stream()
                .map(runs::get)
                .filter(Objects::nonNull)
                .map(this::live)
                .toList();
    }

    List<Job> dueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return jobs.values().stream()
                .filter(job -> shards.contains(job.shard()) && job.status() == JobStatus.ACTIVE)
                .filter(job -> job.nextDueAt() != null
                        && !job.nextDueAt().isBefore(from)
                        && job.nextDueAt().isBefore(to))
                .sorted(Comparator.comparing(Job::nextDueAt, Comparator.nullsLast(Comparator.naturalOrder())))
                .limit(limit)
                .toList();
    }

    List<Job> jobs(Collection<JobId> ids) {
        return ids.stream().map(jobs::get).filter(Objects::nonNull).toList();
    }

    List<Instant> owedAfter(JobId id) {
        Job job = jobs.get(id);
        return job == null
                ? List.of()
                : List.of(Objects.requireNonNull(revisions.get(new RevisionKey(id, job.revision()))).from);
    }

    List<RunId> requestedRuns(JobId job, String requestId) {
        return runs.values().stream()
                .filter(row -> row.run.jobId().equals(job) && requestId.equals(row.requestId))
                .map(row -> row.run.id())
                .toList();
    }

    // ---- conditions -------------------------------------------------------------------------------------------------

    private RowOutcome judge(JobWrite write) {
        Job job = write.change().job();
        Job stored = jobs.get(job.id());
        boolean already = holds(Condition.WRITE_ID)
                && stored != null
                && stored.version() == job.version()
                && stored.writeId().equals(job.writeId());
        if (already && ownWritesOutliveTheEpoch) {
            return RowOutcome.ALREADY_APPLIED;
        }
        if (epochLost(job.shard(), write.epoch())) {
            return RowOutcome.EPOCH_LOST;
        }
        if (already) {
            return RowOutcome.ALREADY_APPLIED;
        }
        if ((holds(Condition.JOB_VERSION) && (stored == null ? 0 : stored.version()) != write.expectedVersion())
                || denied.contains(job.id())
                || !write.change().withdrawn().stream().allMatch(this::stillAsClaimed)) {
            return RowOutcome.VERSION_LOST;
        }
        if (write.change().definitionChanged() && keyTaken(job)) {
            return RowOutcome.KEY_TAKEN;
        }
        String ownerId = job.definition().ownerId();
        Integer max = jobsMax.get(ownerId);
        if (holds(Condition.JOBS_MAX) && stored == null && max != null && jobsOf(ownerId) >= max) {
            return RowOutcome.jobsFull(max);
        }
        for (NewRun created : write.change().newRuns()) {
            if (holds(Condition.RUN_IS_NEW) && runs.containsKey(created.run().id())) {
                laws.claimedTwice(created.run());
                return RowOutcome.rejected("run " + created.run().id() + " exists");
            }
        }
        String detail = rejected.get(job.id());
        return detail == null ? RowOutcome.APPLIED : RowOutcome.rejected(detail);
    }

    private RowOutcome judge(RunWrite write) {
        Run run = write.run();
        RunRow row = runs.get(run.id());
        boolean already = holds(Condition.WRITE_ID)
                && row != null
                && row.run.version() == run.version()
                && row.run.writeId().equals(run.writeId());
        if (already && ownWritesOutliveTheEpoch) {
            return RowOutcome.ALREADY_APPLIED;
        }
        if (epochLost(run.shard(), write.epoch())) {
            return RowOutcome.EPOCH_LOST;
        }
        if (already) {
            return RowOutcome.ALREADY_APPLIED;
        }
        if (row == null
                || denied.contains(run.id())
                || (holds(Condition.RUN_VERSION) && row.run.version() != write.expectedVersion())
                || (holds(Condition.TOKEN) && row.run.fencingToken() > run.fencingToken())) {
            return RowOutcome.VERSION_LOST;
        }
        Integer max = maxRunning.get(run.ownerId());
        if (holds(Condition.MAX_RUNNING) && max != null && write.starts() && runningOf(run.ownerId()) >= max) {
            return RowOutcome.overMaxRunning(max);
        }
        String detail = rejected.get(run.id());
        return detail == null ? RowOutcome.APPLIED : RowOutcome.rejected(detail);
    }

    private boolean holds(Condition condition) {
        return !dropped.contains(condition);
    }

    private boolean epochLost(int shard, long epoch) {
        long current = (epochsSeen == null ? epochs : epochsSeen)[shard];
        return holds(Condition.EPOCH) && current != epoch;
    }

    private boolean stillAsClaimed(RunRef ref) {
        RunRow row = runs.get(ref.id());
        return row != null && row.run.version() == ref.version() && row.run.state() == RunState.WAITING;
    }

    /** A deleted job gives its key back. */
    private boolean keyTaken(Job job) {
        String key = job.definition().key();
        return key != null
                && job.status() != JobStatus.DELETED
                && jobs.values().stream()
                        .filter(other -> !other.id().equals(job.id()) && other.status() != JobStatus.DELETED)
                        .anyMatch(other -> key.equals(other.definition().key())
                                && other.definition()
                                        .ownerId()
                                        .equals(job.definition().ownerId()));
    }

    private void apply(JobWrite write) {
        Job job = write.change().job();
        Job before = jobs.get(job.id());
        plant(job);
        write.change().withdrawn().forEach(ref -> runs.remove(ref.id()));
        for (NewRun created : write.change().newRuns()) {
            laws.created(created.run());
            runs.put(
                    created.run().id(),
                    new RunRow(created.run(), created.payload(), created.requestId(), Lane.idOf(created.run(), job)));
        }
        skips.addAll(write.change().skips());
        watch.jobWritten(before, write);
    }

    private void apply(RunWrite write) {
        Run to = write.run();
        RunRow row = Objects.requireNonNull(runs.get(to.id()));
        laws.moved(row.run, to, clock.get());
        runs.put(to.id(), new RunRow(to, row.payload, row.requestId, row.lane));
        Stream.ofNullable(write.attempt()).forEach(attempts::add);
        if (write.result() != null) {
            results.put(to.id(), write.result());
        }
        if (write.alert()) {
            alerts.add(to.id());
        }
        watch.runMoved(row.run, write);
    }

    private LiveRun live(RunRow row) {
        JobDefinition definition = Objects.requireNonNull(
                        revisions.get(new RevisionKey(row.run.jobId(), row.run.revision())),
                        () -> "no revision for " + row.run)
                .definition;
        Job job = jobs.get(row.run.jobId());
        return new LiveRun(
                row.run,
                definition,
                row.payload != null ? row.payload : definition.payload(),
                job == null ? JobStatus.ACTIVE : job.status(),
                row.lane);
    }
}
