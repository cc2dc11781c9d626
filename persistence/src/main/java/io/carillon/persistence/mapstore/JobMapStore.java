package io.carillon.persistence.mapstore;

import com.hazelcast.map.MapStore;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.ShardStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The map of jobs writes through by batches: the first value of a batch that comes to be stored has the whole batch
 * written, the others find it done.
 *
 * <p>Entries that say they are durable were written before and pass. An entry without a batch was not decided here:
 * ownership moved in the middle of the operation, or it is a late repeat; it is refused, and the owner's loop, wherever it
 * is now, will decide again. Removing an entry deletes nothing.
 */
public final class JobMapStore implements MapStore<JobId, JobEntry> {

    private final ShardStore rows;
    private final RowWriter writer;
    private final PendingBatches batches;
    private final Duration answerTimeout;

    /** @param answerTimeout above the store's own timeouts together, far below a minute */
    public JobMapStore(ShardStore rows, RowWriter writer, PendingBatches batches, Duration answerTimeout) {
        this.rows = rows;
        this.writer = writer;
        this.batches = batches;
        this.answerTimeout = answerTimeout;
    }

    /**
     * @throws StoreRefusedException if nobody here decided this value, or the database refuses its batch
     * @throws io.carillon.domain.store.StoreUnavailableException if the outcome is unknown
     */
    @Override
    public void store(JobId id, JobEntry entry) {
        if (entry.durable()) {
            return;
        }
        UUID writeId = entry.job().writeId();
        PendingBatches.Batch batch = batches.find(writeId)
                .orElseThrow(() -> new StoreRefusedException("job " + id + " version "
                        + entry.job().version() + ": no batch " + writeId
                        + " on this member; its owner has changed and will decide again"));
        List<RowOutcome> outcomes = Answers.await(batch.submit(writer), answerTimeout);
        if (!batch.durable()) {
            throw new StoreRefusedException("batch " + writeId + " refused: " + guilty(batch.writes(), outcomes));
        }
    }

    /** Values come one by one in write-through; a map of them would not know its batches any better. */
    @Override
    public void storeAll(Map<JobId, JobEntry> entries) {
        entries.forEach(this::store);
    }

    /** A row outlives its entry. */
    @Override
    public void delete(JobId id) {}

    @Override
    public void deleteAll(Collection<JobId> ids) {}

    @Override
    public @Nullable JobEntry load(JobId id) {
        return loadAll(List.of(id)).get(id);
    }

    @Override
    public Map<JobId, JobEntry> loadAll(Collection<JobId> ids) {
        Map<JobId, JobEntry> found = new HashMap<>();
        for (Job job : Answers.await(rows.loadJobs(ids), answerTimeout)) {
            found.put(job.id(), JobEntry.durable(job));
        }
        return found;
    }

    /** None: owners load what they need when they gain a shard. */
    @Override
    public @Nullable Iterable<JobId> loadAllKeys() {
        return null;
    }

    private static String guilty(List<JobWrite> writes, List<RowOutcome> outcomes) {
        StringBuilder guilty = new StringBuilder();
        for (int i = 0; i < outcomes.size(); i++) {
            RowOutcome outcome = outcomes.get(i);
            if (!outcome.durable() && outcome.kind() != RowOutcome.Kind.NOT_TRIED) {
                guilty.append(guilty.isEmpty() ? "" : ", ")
                        .append(writes.get(i).change().job().id())
                        .append(' ')
                        .append(outcome.kind());
            }
        }
        return guilty.toString();
    }
}
