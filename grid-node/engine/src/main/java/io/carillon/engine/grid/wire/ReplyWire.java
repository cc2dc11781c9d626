package io.carillon.engine.grid.wire;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.run.Run;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunReply;
import java.util.List;

/** What the owner of a shard answers. */
final class ReplyWire {

    static final List<WireType<?>> TYPES = List.of(
            WireType.of(JobReply.Created.class, "JobCreated", ReplyWire::writeCreated, ReplyWire::readCreated),
            WireType.of(JobReply.Replaced.class, "JobReplaced", ReplyWire::writeReplaced, ReplyWire::readReplaced),
            WireType.ofNothing(JobReply.Done.class, "JobDone", new JobReply.Done()),
            WireType.of(JobReply.Triggered.class, "JobTriggered", ReplyWire::writeTriggered, ReplyWire::readTriggered),
            WireType.of(JobReply.Refused.class, "JobRefused", ReplyWire::writeRefused, ReplyWire::readRefused),
            WireType.of(RunReply.Granted.class, "RunGranted", ReplyWire::writeGranted, ReplyWire::readGranted),
            WireType.ofNothing(RunReply.NotGranted.class, "RunNotGranted", new RunReply.NotGranted()),
            WireType.ofNothing(RunReply.Accepted.class, "RunAccepted", new RunReply.Accepted()),
            WireType.ofNothing(RunReply.Already.class, "RunAlready", new RunReply.Already()),
            WireType.ofNothing(RunReply.Stale.class, "RunStale", new RunReply.Stale()),
            WireType.ofNothing(RunReply.Noted.class, "RunNoted", new RunReply.Noted()),
            WireType.ofNothing(RunReply.Cancelling.class, "RunCancelling", new RunReply.Cancelling()),
            WireType.ofNothing(RunReply.Retry.class, "RunRetry", new RunReply.Retry()),
            WireType.of(RunReply.Waits.class, "RunWaits", ReplyWire::writeWaits, ReplyWire::readWaits));

    private ReplyWire() {}

    private static void writeCreated(CompactWriter writer, JobReply.Created created) {
        WireFields.uuid(writer, UuidField.JOB_ID, created.jobId().value());
        writer.writeInt64("revision", created.revision());
        WireFields.instantOrNull(writer, "nextRunAt", created.nextRunAt());
        writer.writeBoolean("existed", created.existed());
    }

    private static JobReply.Created readCreated(CompactReader reader) {
        return new JobReply.Created(
                WireFields.jobId(reader, UuidField.JOB_ID),
                reader.readInt64("revision"),
                WireFields.instantOrNull(reader, "nextRunAt"),
                reader.readBoolean("existed"));
    }

    private static void writeReplaced(CompactWriter writer, JobReply.Replaced replaced) {
        WireFields.uuid(writer, UuidField.JOB_ID, replaced.jobId().value());
        writer.writeInt64("revision", replaced.revision());
        writer.writeString("how", replaced.how().name());
    }

    private static JobReply.Replaced readReplaced(CompactReader reader) {
        return new JobReply.Replaced(
                WireFields.jobId(reader, UuidField.JOB_ID),
                reader.readInt64("revision"),
                WireFields.named(reader, "how", JobReply.Replaced.How.class));
    }

    private static void writeTriggered(CompactWriter writer, JobReply.Triggered triggered) {
        WireFields.uuid(writer, UuidField.RUN_ID, triggered.runId().value());
    }

    private static JobReply.Triggered readTriggered(CompactReader reader) {
        return new JobReply.Triggered(WireFields.runId(reader, UuidField.RUN_ID));
    }

    private static void writeRefused(CompactWriter writer, JobReply.Refused refused) {
        writer.writeString("refusal", refused.refusal().name());
        writer.writeString("detail", refused.detail());
    }

    private static JobReply.Refused readRefused(CompactReader reader) {
        return new JobReply.Refused(
                WireFields.named(reader, "refusal", JobReply.Refusal.class), WireFields.text(reader, "detail"));
    }

    private static void writeGranted(CompactWriter writer, RunReply.Granted granted) {
        Assignment assignment = granted.assignment();
        writer.writeCompact("run", assignment.run());
        writer.writeString("jobName", assignment.jobName());
        writer.writeString("handler", assignment.handler());
        WireFields.payload(writer, "payload", assignment.payload());
        writer.writeCompact("http", assignment.http());
        WireFields.duration(writer, "timeout", assignment.timeout());
        WireFields.duration(writer, "leaseDuration", assignment.leaseDuration());
    }

    private static RunReply.Granted readGranted(CompactReader reader) {
        return new RunReply.Granted(new Assignment(
                WireFields.compact(reader, "run", Run.class),
                WireFields.text(reader, "jobName"),
                WireFields.text(reader, "handler"),
                WireFields.payload(reader, "payload"),
                reader.readCompact("http"),
                WireFields.duration(reader, "timeout"),
                WireFields.duration(reader, "leaseDuration")));
    }

    private static void writeWaits(CompactWriter writer, RunReply.Waits waits) {
        writer.writeString("what", waits.what().name());
        WireFields.instantOrNull(writer, "until", waits.until());
    }

    private static RunReply.Waits readWaits(CompactReader reader) {
        return new RunReply.Waits(
                WireFields.named(reader, "what", RunReply.Waits.For.class), WireFields.instantOrNull(reader, "until"));
    }
}
