package io.carillon.engine.grid.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.JobWrite;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The batches of this member that are passing through the map of jobs. Thread-safe. */
final class OpenBatches {

    private final Map<UUID, JobBatch> byWriteId = new ConcurrentHashMap<>();
    private final UnderWay<JobId, JobEntry> underWay;

    OpenBatches(UnderWay<JobId, JobEntry> underWay) {
        this.underWay = underWay;
    }

    void open(JobBatch batch) {
        byWriteId.put(batch.writeId(), batch);
        for (JobWrite write : batch.writes()) {
            if (write.expectedVersion() == 0) {
                underWay.add(write.change().job().id(), Optional.empty());
            }
        }
    }

    void close(JobBatch batch) {
        byWriteId.remove(batch.writeId(), batch);
        for (JobWrite write : batch.writes()) {
            if (write.expectedVersion() == 0) {
                underWay.remove(write.change().job().id());
            }
        }
    }

    /** The map's store is about to store this value. */
    void storing(JobId id, JobEntry entry) {
        JobBatch batch = byWriteId.get(entry.job().writeId());
        if (batch != null && !entry.durable()) {
            batch.storing(id, entry);
        }
    }
}
