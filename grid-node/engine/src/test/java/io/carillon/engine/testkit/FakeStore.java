package io.carillon.engine.testkit;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.store.StoreUnavailableException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One member's way to the {@link Rows}: what becomes of each call, and when, is the test's to say. By default it is carried
 * out and answered at once.
 */
public final class FakeStore implements ShardStore, RowWriter {

    public enum Op {
        GAIN,
        LOAD_LIVE_RUNS,
        LOAD_LANE_HEADS,
        LOAD_WAITING,
        COUNT_LIVE,
        LOAD_DUE_JOBS,
        LOAD_JOBS,
        LOAD_RUNS,
        LOAD_ATTEMPTS,
        LOAD_LIVE_RUNS_OF,
        LOAD_OWED_AFTER,
        FIND_REQUESTED_RUN,
        WRITE_JOBS,
        WRITE_RUNS
    }

    /** How a call fails, if it does. */
    public enum Fault {
        /** Never carried out. */
        BEFORE_COMMIT,
        /** Carried out, but its caller hears an error. */
        AFTER_COMMIT,
        /** The client's own code throws instead of answering. */
        THROWN
    }

    /** A call under way. Carried out at most once unless it is {@link #repeat}ed, answered once. */
    public static final class Call {

        private final Op op;
        private final int shard;
        private Supplier<?> work;
        private final CompletableFuture<Object> future = new CompletableFuture<>();
        private @Nullable Object result;

        private Call(Op op, int shard, Supplier<?> work) {
            this.op = op;
            this.shard = shard;
            this.work = work;
        }

        public Op op() {
            return op;
        }

        /** Of a write of jobs; -1 for other calls. */
        public int shard() {
            return shard;
        }

        /** It looks at the epochs now, and does not lock them until it is carried out. */
        public void seeEpochsNow(Rows rows) {
            long[] seen = rows.epochs();
            Supplier<?> later = work;
            work = () -> rows.seeing(seen, later);
        }

        public void commit() {
            if (result == null) {
                result = work.get();
            }
        }

        /** Carries it out once more, as a statement does that was sent twice; what the last one says is answered. */
        public void repeat() {
            result = work.get();
        }

        /** Carries it out, if that has not happened, and answers. */
        public void answer() {
            commit();
            future.complete(result);
        }

        /** Answers with an error, whether or not it was carried out. */
        public void fail() {
            future.completeExceptionally(
                    new StoreUnavailableException(op + " got no answer", new Exception("told to")));
        }
    }

    /** Decides what becomes of a call: now, by {@link Call}'s methods, or later. */
    @FunctionalInterface
    public interface Fate {
        void decide(Call call);
    }

    private final Rows rows;
    private final Map<Op, Deque<Fault>> nextFaults = new EnumMap<>(Op.class);
    private final Map<Op, Integer> calls = new EnumMap<>(Op.class);
    private final Set<Op> holding = EnumSet.noneOf(Op.class);
    private final List<Call> held = new ArrayList<>();
    private @Nullable Fault always;
    private Fate fate = Call::answer;

    public FakeStore(Rows rows) {
        this.rows = rows;
    }

    /** The next call of this kind fails so; called again, the one after it. */
    public void failNext(Op op, Fault fault) {
        nextFaults.computeIfAbsent(op, any -> new ArrayDeque<>()).add(fault);
    }

    /** Every call fails so until {@link #up}. */
    public void down(Fault fault) {
        always = fault;
    }

    public void up() {
        always = null;
    }

    /** Calls of these kinds wait, not carried out, until they are released. */
    public void hold(Op... ops) {
        holding.addAll(List.of(ops));
    }

    /** Calls that wait, oldest first. */
    public List<Call> held() {
        return List.copyOf(held);
    }

    public List<Call> held(Op op) {
        return held.stream().filter(call -> call.op == op).toList();
    }

    /** Answers what waits, and holds nothing more. */
    public void release() {
        holding.clear();
        List<Call> waited = List.copyOf(held);
        held.clear();
        waited.forEach(Call::answer);
    }

    /** Answers one that waits. */
    public void release(Call call) {
        take(call).answer();
    }

    /** Lets one that waits fail. */
    public void fail(Call call, Fault fault) {
        Call taken = take(call);
        if (fault == Fault.AFTER_COMMIT) {
            taken.commit();
        }
        taken.fail();
    }

    /** Calls that nothing else was said about meet this fate. */
    public void fate(Fate value) {
        fate = value;
    }

    /** How many calls of this kind there were. */
    public int calls(Op op) {
        return calls.getOrDefault(op, 0);
    }

    // ---- ports ------------------------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<Map<Integer, Long>> gain(Set<Integer> shards, String memberId) {
        return call(Op.GAIN, () -> rows.raiseEpochs(shards));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRuns(Set<Integer> shards, int limit) {
        return call(Op.LOAD_LIVE_RUNS, () -> rows.liveRuns(shards, limit));
    }

    @Override
    public CompletableFuture<List<RunId>> liveRunIds(Set<Integer> shards, Set<Long> lanes, int limit) {
        return call(Op.LOAD_LIVE_RUNS, () -> rows.liveRunIds(shards, lanes, limit));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLaneHeads(Set<Integer> shards) {
        return call(Op.LOAD_LANE_HEADS, () -> rows.laneHeads(shards));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadWaiting(Set<Integer> shards, List<LanePage> pages, int limit) {
        return call(Op.LOAD_WAITING, () -> rows.waiting(shards, pages, limit));
    }

    @Override
    public CompletableFuture<Map<Long, Long>> countLive(Set<Integer> shards, Set<Long> lanes) {
        return call(Op.COUNT_LIVE, () -> rows.countLive(shards, lanes));
    }

    @Override
    public CompletableFuture<List<Job>> loadDueJobs(Set<Integer> shards, Instant from, Instant to, int limit) {
        return call(Op.LOAD_DUE_JOBS, () -> rows.dueJobs(shards, from, to, limit));
    }

    @Override
    public CompletableFuture<List<Job>> loadJobs(Collection<JobId> jobs) {
        return call(Op.LOAD_JOBS, () -> rows.jobs(jobs));
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadRuns(Collection<RunId> runs) {
        return call(Op.LOAD_RUNS, () -> rows.runs(runs));
    }

    @Override
    public CompletableFuture<List<PastAttempt>> loadAttempts(Collection<RunId> runs, Collection<Long> tokens) {
        return call(
                Op.LOAD_ATTEMPTS,
                () -> runs.stream()
                        .flatMap(run -> rows.attemptsOf(run).stream())
                        .filter(attempt -> tokens.contains(attempt.fencingToken()))
                        .map(attempt -> new PastAttempt(attempt.runId(), attempt.fencingToken(), attempt.end()))
                        .toList());
    }

    @Override
    public CompletableFuture<List<LiveRun>> loadLiveRunsOf(JobId job) {
        return call(Op.LOAD_LIVE_RUNS_OF, () -> rows.liveRunsOf(job));
    }

    @Override
    public CompletableFuture<List<Instant>> loadOwedAfter(JobId job) {
        return call(Op.LOAD_OWED_AFTER, () -> rows.owedAfter(job));
    }

    @Override
    public CompletableFuture<List<RunId>> findRequestedRun(JobId job, String requestId) {
        return call(Op.FIND_REQUESTED_RUN, () -> rows.requestedRuns(job, requestId));
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
        writes.forEach(write -> {
            if (write.change().job().shard() != shard) {
                throw new IllegalArgumentException("not of shard " + shard + ": " + write);
            }
        });
        return call(Op.WRITE_JOBS, shard, () -> rows.writeJobs(writes));
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
        return call(Op.WRITE_RUNS, () -> rows.writeRuns(writes));
    }

    private <T> CompletableFuture<T> call(Op op, Supplier<T> work) {
        return call(op, -1, work);
    }

    @SuppressWarnings("unchecked") // the work of a call makes what its caller is promised
    private <T> CompletableFuture<T> call(Op op, int shard, Supplier<T> work) {
        Call call = new Call(op, shard, work);
        calls.merge(op, 1, Integer::sum);
        Deque<Fault> faults = nextFaults.get(op);
        Fault fault = faults == null ? null : faults.poll();
        if (fault == null) {
            fault = always;
        }
        if (fault == Fault.THROWN) {
            throw new IllegalStateException(op + " was not even sent");
        } else if (fault != null) {
            if (fault == Fault.AFTER_COMMIT) {
                call.commit();
            }
            call.fail();
        } else if (holding.contains(op)) {
            held.add(call);
        } else {
            fate.decide(call);
        }
        return (CompletableFuture<T>) call.future;
    }

    private Call take(Call call) {
        if (!held.remove(call)) {
            throw new IllegalArgumentException("not held: " + call.op);
        }
        return call;
    }
}
