package io.carillon.engine.grid.store;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import io.carillon.domain.store.JobEntry;
import io.carillon.engine.grid.key.JobKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets the values of a batch, all or none. It carries no rules and, over the wire, nothing at all: on another member,
 * which has not decided this batch, it refuses.
 */
final class SetJobs implements EntryProcessor<JobKey, JobEntry, Void>, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable JobBatch batch;

    SetJobs(JobBatch batch) {
        this.batch = batch;
    }

    /** As it arrives on another member. */
    SetJobs() {
        this.batch = null;
    }

    @Override
    public @Nullable Void process(Map.Entry<JobKey, JobEntry> entry) {
        if (batch == null) {
            throw new OperationStoppedException("the shard has moved to a member that did not decide this batch");
        }
        JobEntry next = batch.next(entry.getKey().id(), entry.getValue());
        if (next != null) {
            entry.setValue(next);
        }
        return null;
    }

    @Override
    public @Nullable EntryProcessor<JobKey, JobEntry, Void> getBackupProcessor() {
        if (batch == null) {
            return null;
        }
        Map<JobKey, JobEntry> values = new HashMap<>();
        batch.durableEntries().forEach((id, entry) -> values.put(new JobKey(id), entry));
        return new SetValues<>(values);
    }

    @Override
    public int getFactoryId() {
        return ProcessorFactory.ID;
    }

    @Override
    public int getClassId() {
        return ProcessorFactory.SET_JOBS;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
