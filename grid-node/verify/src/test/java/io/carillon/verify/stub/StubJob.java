package io.carillon.verify.stub;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.LedgerSaid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** A job of the stub's. */
final class StubJob {
    enum Mode {
        ACTIVE,
        PAUSED,
        HELD,
        DELETED
    }

    final UUID id;
    final Instant createdAt;
    final Work work;
    final double fraction;
    final List<StubRun> runs = new ArrayList<>();
    final List<LedgerSaid.Skip> skips = new ArrayList<>();
    /** Owed while the cluster was down. */
    final List<Instant> unclaimed = new ArrayList<>();

    Definition definition;
    Mode mode = Mode.ACTIVE;
    SortedMap<Instant, Duration> slots = new TreeMap<>();
    Instant through;
    Instant pausedAt;
    int plans;

    StubJob(UUID id, Definition definition, Instant createdAt, Work work, double fraction) {
        this.id = id;
        this.definition = definition;
        this.createdAt = createdAt;
        this.through = createdAt;
        this.pausedAt = createdAt;
        this.work = work;
        this.fraction = fraction;
    }

    boolean isOneOff() {
        return definition.runAt() != null;
    }

    String owner() {
        return java.util.Objects.requireNonNullElse(definition.owner(), "");
    }

    void skip(List<Instant> nominals, String reason) {
        if (!nominals.isEmpty()) {
            skips.add(new LedgerSaid.Skip(nominals.get(0), nominals.get(nominals.size() - 1), nominals.size(), reason));
        }
    }

    long liveScheduled() {
        return runs.stream()
                .filter(run -> run.trigger == io.carillon.verify.evidence.Trigger.SCHEDULE && !run.isOver())
                .count();
    }
}
