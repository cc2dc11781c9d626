package io.carillon.domain.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The next version of a run, field by field. Used once, by one decision. */
final class RunEdit {

    private final Run run;
    private RunState state;
    private int attempt;
    private int retriesUsed;
    private int lapses;
    private @Nullable Instant retryAt;
    private @Nullable Instant startedAt;
    private @Nullable Instant endedAt;
    private @Nullable Instant leaseExpiresAt;
    private long fencingToken;
    private @Nullable String workerId;
    private AttemptEnd lastEnd;
    private @Nullable String reason;
    private @Nullable Instant cancelRequestedAt;

    RunEdit(Run run) {
        this.run = run;
        this.state = run.state();
        this.attempt = run.attempt();
        this.retriesUsed = run.retriesUsed();
        this.lapses = run.lapses();
        this.retryAt = run.retryAt();
        this.startedAt = run.startedAt();
        this.endedAt = run.endedAt();
        this.leaseExpiresAt = run.leaseExpiresAt();
        this.fencingToken = run.fencingToken();
        this.workerId = run.workerId();
        this.lastEnd = run.lastEnd();
        this.reason = run.reason();
        this.cancelRequestedAt = run.cancelRequestedAt();
    }

    RunEdit state(RunState value) {
        state = value;
        return this;
    }

    RunEdit attempt(int value) {
        attempt = value;
        return this;
    }

    RunEdit retriesUsed(int value) {
        retriesUsed = value;
        return this;
    }

    RunEdit lapses(int value) {
        lapses = value;
        return this;
    }

    RunEdit worker(String id, Instant started, Instant leaseExpires) {
        workerId = id;
        startedAt = started;
        leaseExpiresAt = leaseExpires;
        return this;
    }

    RunEdit token(long value) {
        fencingToken = value;
        return this;
    }

    RunEdit lastEnd(AttemptEnd value) {
        lastEnd = value;
        return this;
    }

    RunEdit reason(@Nullable String value) {
        reason = value;
        return this;
    }

    RunEdit cancelRequested(Instant at) {
        cancelRequestedAt = at;
        return this;
    }

    /** Back to waiting: no lease, no start before {@code notBefore}. */
    RunEdit waiting(@Nullable Instant notBefore) {
        state = RunState.WAITING;
        retryAt = notBefore;
        leaseExpiresAt = null;
        endedAt = null;
        return this;
    }

    RunEdit ended(RunState value, Instant at) {
        state = value;
        endedAt = at;
        leaseExpiresAt = null;
        return this;
    }

    Run written(UUID writeId) {
        return at(run.version() + 1, writeId);
    }

    /** The same version, which has not been written yet. */
    Run unwritten() {
        return at(run.version(), run.writeId());
    }

    private Run at(long version, UUID writeId) {
        return new Run(
                run.id(),
                run.jobId(),
                run.revision(),
                run.trigger(),
                run.ownerId(),
                run.pool(),
                run.nominalAt(),
                run.dueAt(),
                state,
                attempt,
                retriesUsed,
                lapses,
                retryAt,
                startedAt,
                endedAt,
                leaseExpiresAt,
                fencingToken,
                workerId,
                lastEnd,
                reason,
                cancelRequestedAt,
                version,
                writeId);
    }
}
