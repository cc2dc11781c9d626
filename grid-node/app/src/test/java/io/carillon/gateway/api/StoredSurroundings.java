package io.carillon.gateway.api;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.RunView;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.port.Leases.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A grid in words: which workers there are, and which lease. Its runs are those of {@link Samples} and what is added. */
public final class StoredSurroundings implements RunSurroundings {

    public final List<RunView> runs = new ArrayList<>();
    public boolean worker;
    public int free;
    public JobStatus jobStatus = JobStatus.ACTIVE;
    public @Nullable Lease lease;
    public @Nullable Waits waits;

    @Override
    public boolean anyWorkerFor(Capability capability) {
        return worker;
    }

    @Override
    public int freeSlots(Capability capability) {
        return free;
    }

    @Override
    public Optional<Lease> lease(RunId run, Duration limit) {
        return Optional.ofNullable(lease);
    }

    @Override
    public Optional<Waits> waits(RunId run, Duration limit) {
        return Optional.ofNullable(waits);
    }

    public List<LiveRun> live(RunId id) {
        return Stream.concat(runs.stream(), Stream.of(Samples.retried(), Samples.waiting()))
                .filter(view -> view.run().id().equals(id))
                .map(view -> new LiveRun(view.run(), Samples.full().job().definition(), null, jobStatus, 0))
                .limit(1)
                .toList();
    }
}
