package io.carillon.engine.grid.store;

import com.hazelcast.map.MapStore;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A database in memory, with the conditions the real one checks, and everything that stands before it. */
public final class MemoryRows implements RowWriter {

    public final Map<JobId, Job> jobs = new ConcurrentHashMap<>();
    final Map<RunId, Run> runs = new ConcurrentHashMap<>();
    final List<List<JobWrite>> jobBatches = new CopyOnWriteArrayList<>();
    final AtomicInteger loads = new AtomicInteger();
    volatile boolean away;
    private final Map<UUID, CompletableFuture<Void>> hangs = new ConcurrentHashMap<>();
    private final AtomicInteger hanging = new AtomicInteger();
    volatile @Nullable JobId rejected;

    /** Statements with this write id hang until the future is complete, and are judged only then. */
    CompletableFuture<Void> hang(UUID writeId) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        hangs.put(writeId, end);
        return end;
    }

    int hanging() {
        return hanging.get();
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
        CompletableFuture<Void> end = hangs.get(writes.get(0).change().job().writeId());
        if (end == null) {
            return judge(writes);
        }
        hanging.incrementAndGet();
        return end.thenCompose(unused -> judge(writes));
    }

    private synchronized CompletableFuture<List<RowOutcome>> judge(List<JobWrite> writes) {
        if (away) {
            return CompletableFuture.failedFuture(
                    new StoreUnavailableException("away", new IllegalStateException("away")));
        }
        jobBatches.add(writes);
        List<RowOutcome> outcomes = new ArrayList<>();
        boolean refused = false;
        for (JobWrite write : writes) {
            Job next = write.change().job();
            Job row = jobs.get(next.id());
            if (next.id().equals(rejected)) {
                outcomes.add(RowOutcome.rejected("rejected"));
            } else if (row != null && row.writeId().equals(next.writeId())) {
                outcomes.add(RowOutcome.ALREADY_APPLIED);
            } else if ((row == null ? 0 : row.version()) != write.expectedVersion()) {
                outcomes.add(RowOutcome.VERSION_LOST);
            } else {
                outcomes.add(RowOutcome.APPLIED);
            }
            refused |= !outcomes.get(outcomes.size() - 1).durable();
        }
        if (refused) {
            outcomes.replaceAll(outcome -> outcome.durable() ? RowOutcome.NOT_TRIED : outcome);
        } else {
            writes.forEach(
                    write -> jobs.put(write.change().job().id(), write.change().job()));
        }
        return CompletableFuture.completedFuture(outcomes);
    }

    @Override
    public synchronized CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
        List<RowOutcome> outcomes = new ArrayList<>();
        for (RunWrite write : writes) {
            Run row = runs.get(write.run().id());
            boolean applies = (row == null ? 1 : row.version()) == write.expectedVersion();
            outcomes.add(applies ? RowOutcome.APPLIED : RowOutcome.VERSION_LOST);
            if (applies) {
                runs.put(write.run().id(), write.run());
            }
        }
        return CompletableFuture.completedFuture(outcomes);
    }

    /** What persistence hands to the map of jobs. */
    public MapStore<JobId, JobEntry> jobStore(PendingBatches batches) {
        return new ReadOnlyRows<>(jobs, JobEntry::durable) {
            @Override
            public void store(JobId id, JobEntry entry) {
                if (!entry.durable()) {
                    PendingBatches.Batch batch = batches.find(entry.job().writeId())
                            .orElseThrow(() -> new IllegalStateException("nobody decided this here"));
                    List<RowOutcome> outcomes = await(batch.submit(MemoryRows.this));
                    if (!outcomes.stream().allMatch(RowOutcome::durable)) {
                        throw new IllegalStateException("refused");
                    }
                }
            }
        };
    }

    /** What persistence hands to the map of runs. */
    public MapStore<RunId, RunEntry> runStore() {
        return new ReadOnlyRows<>(runs, RunEntry::durable) {
            @Override
            public void store(RunId id, RunEntry entry) {
                if (!entry.durable()) {
                    throw new IllegalStateException("runs are not written here");
                }
            }
        };
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(10, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private abstract class ReadOnlyRows<I, R, V> implements MapStore<I, V> {
        private final Map<I, R> rows;
        private final java.util.function.Function<R, V> entryOf;

        ReadOnlyRows(Map<I, R> rows, java.util.function.Function<R, V> entryOf) {
            this.rows = rows;
            this.entryOf = entryOf;
        }

        @Override
        public @Nullable V load(I id) {
            loads.incrementAndGet();
            R row = rows.get(id);
            return row == null ? null : entryOf.apply(row);
        }

        @Override
        public Map<I, V> loadAll(Collection<I> ids) {
            Map<I, V> found = new HashMap<>();
            for (I id : ids) {
                V value = load(id);
                if (value != null) {
                    found.put(id, value);
                }
            }
            return found;
        }

        @Override
        public @Nullable Iterable<I> loadAllKeys() {
            throw new AssertionError("all rows are never loaded");
        }

        @Override
        public void storeAll(Map<I, V> entries) {
            throw new AssertionError("rows are stored one by one");
        }

        @Override
        public void delete(I id) {
            throw new AssertionError("rows are never deleted");
        }

        @Override
        public void deleteAll(Collection<I> ids) {
            throw new AssertionError("rows are never deleted");
        }
    }

    /** The registry of batches, without its checks. */
    public static final class Batches implements PendingBatches {
        final Map<UUID, Batch> open = new ConcurrentHashMap<>();

        @Override
        public CompletableFuture<List<RowOutcome>> register(UUID writeId, int shard, List<JobWrite> writes) {
            CompletableFuture<List<RowOutcome>> outcomes = new CompletableFuture<>();
            Batch batch = new Batch() {
                private boolean submitted;

                @Override
                public int shard() {
                    return shard;
                }

                @Override
                public List<JobWrite> writes() {
                    return writes;
                }

                @Override
                public synchronized CompletableFuture<List<RowOutcome>> submit(RowWriter writer) {
                    if (!submitted) {
                        submitted = true;
                        var unused = writer.writeJobs(shard, writes).whenComplete((known, error) -> {
                            if (error == null) {
                                outcomes.complete(known);
                            } else {
                                outcomes.completeExceptionally(error);
                            }
                        });
                    }
                    return outcomes;
                }

                @Override
                public boolean durable() {
                    return outcomes.isDone()
                            && !outcomes.isCompletedExceptionally()
                            && outcomes.join().stream().allMatch(RowOutcome::durable);
                }
            };
            if (open.putIfAbsent(writeId, batch) != null) {
                throw new IllegalArgumentException("registered twice: " + writeId);
            }
            return outcomes;
        }

        @Override
        public Optional<Batch> find(UUID writeId) {
            return Optional.ofNullable(open.get(writeId));
        }

        @Override
        public void close(UUID writeId) {
            open.remove(writeId);
        }
    }
}
