package io.carillon.engine.grid.wire;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.RunEntry;
import java.util.List;

/** A run, and what its worker says of an attempt. */
final class RunWire {

    static final List<WireType<?>> TYPES = List.of(
            WireType.of(Run.class, "Run", RunWire::writeRun, RunWire::readRun),
            WireType.of(RunEntry.class, "RunEntry", RunWire::writeEntry, RunWire::readEntry),
            WireType.of(Outcome.Success.class, "Success", RunWire::writeSuccess, RunWire::readSuccess),
            WireType.of(Outcome.Failure.class, "Failure", RunWire::writeFailure, RunWire::readFailure),
            WireType.ofNothing(Outcome.Cancelled.class, "Cancelled", new Outcome.Cancelled()));

    private RunWire() {}

    private static void writeRun(CompactWriter writer, Run run) {
        WireFields.uuid(writer, UuidField.ID, run.id().value());
        WireFields.uuid(writer, UuidField.JOB_ID, run.jobId().value());
        writer.writeInt64("revision", run.revision());
        writer.writeInt32("trigger", run.trigger().code());
        writer.writeString("ownerId", run.ownerId());
        writer.writeString("pool", run.pool());
        WireFields.instant(writer, "nominalAt", run.nominalAt());
        WireFields.instant(writer, "dueAt", run.dueAt());
        writer.writeInt32("state", run.state().code());
        writer.writeInt32("attempt", run.attempt());
        writer.writeInt32("retriesUsed", run.retriesUsed());
        writer.writeInt32("lapses", run.lapses());
        WireFields.instantOrNull(writer, "retryAt", run.retryAt());
        WireFields.instantOrNull(writer, "startedAt", run.startedAt());
        WireFields.instantOrNull(writer, "endedAt", run.endedAt());
        WireFields.instantOrNull(writer, "leaseExpiresAt", run.leaseExpiresAt());
        writer.writeInt64("fencingToken", run.fencingToken());
        writer.writeString("workerId", run.workerId());
        writer.writeInt32("lastEnd", run.lastEnd().code());
        writer.writeString("reason", run.reason());
        WireFields.instantOrNull(writer, "cancelRequestedAt", run.cancelRequestedAt());
        writer.writeInt64("version", run.version());
        WireFields.uuid(writer, UuidField.WRITE_ID, run.writeId());
    }

    private static Run readRun(CompactReader reader) {
        return new Run(
                WireFields.runId(reader, UuidField.ID),
                WireFields.jobId(reader, UuidField.JOB_ID),
                reader.readInt64("revision"),
                Trigger.ofCode(reader.readInt32("trigger")),
                WireFields.text(reader, "ownerId"),
                WireFields.text(reader, "pool"),
                WireFields.instant(reader, "nominalAt"),
                WireFields.instant(reader, "dueAt"),
                RunState.ofCode(reader.readInt32("state")),
                reader.readInt32("attempt"),
                reader.readInt32("retriesUsed"),
                reader.readInt32("lapses"),
                WireFields.instantOrNull(reader, "retryAt"),
                WireFields.instantOrNull(reader, "startedAt"),
                WireFields.instantOrNull(reader, "endedAt"),
                WireFields.instantOrNull(reader, "leaseExpiresAt"),
                reader.readInt64("fencingToken"),
                reader.readString("workerId"),
                AttemptEnd.ofCode(reader.readInt32("lastEnd")),
                reader.readString("reason"),
                WireFields.instantOrNull(reader, "cancelRequestedAt"),
                reader.readInt64("version"),
                WireFields.uuid(reader, UuidField.WRITE_ID));
    }

    private static void writeEntry(CompactWriter writer, RunEntry entry) {
        writer.writeCompact("run", entry.run());
        writer.writeBoolean("durable", entry.durable());
    }

    private static RunEntry readEntry(CompactReader reader) {
        return new RunEntry(WireFields.compact(reader, "run", Run.class), reader.readBoolean("durable"));
    }

    private static void writeSuccess(CompactWriter writer, Outcome.Success success) {
        WireFields.payload(writer, "result", success.result());
    }

    private static Outcome.Success readSuccess(CompactReader reader) {
        return new Outcome.Success(WireFields.payload(reader, "result"));
    }

    private static void writeFailure(CompactWriter writer, Outcome.Failure failure) {
        writer.writeString("kind", failure.kind().name());
        writer.writeString("type", failure.error().type());
        writer.writeString("message", failure.error().message());
        writer.writeString("stack", failure.error().stack());
        WireFields.durationOrNull(writer, "retryAfter", failure.retryAfter());
    }

    private static Outcome.Failure readFailure(CompactReader reader) {
        return new Outcome.Failure(
                WireFields.named(reader, "kind", FailureKind.class),
                new AttemptError(
                        WireFields.text(reader, "type"),
                        WireFields.text(reader, "message"),
                        reader.readString("stack")),
                WireFields.durationOrNull(reader, "retryAfter"));
    }
}
