package io.carillon.verify.stub;

import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run of the stub's. */
final class StubRun {
    final UUID id;
    final StubJob job;
    final Trigger trigger;
    final Instant nominal;
    final Instant due;
    final List<RunSaid.AttemptSaid> attempts = new ArrayList<>();
    String status = "queued";

    @Nullable
    String reason;

    int attempt;
    int calls;
    int failures;
    long token;
    boolean running;
    boolean cancelled;
    boolean early;

    @Nullable
    Instant retryAt;

    @Nullable
    Instant startedAt;

    @Nullable
    Instant endedAt;

    StubRun(UUID id, StubJob job, Trigger trigger, Instant nominal, Instant due) {
        this.id = id;
        this.job = job;
        this.trigger = trigger;
        this.nominal = nominal;
        this.due = due;
    }

    boolean isOver() {
        return endedAt != null;
    }

    boolean isNew() {
        return attempt == 0 && !running;
    }

    RunSaid said() {
        return new RunSaid(
                id, job.id, 1, status, isOver(), trigger, attempt, token, nominal, due, startedAt, endedAt, reason,
                attempts);
    }
}
