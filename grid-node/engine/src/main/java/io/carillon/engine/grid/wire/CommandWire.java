package io.carillon.engine.grid.wire;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.time.Micros;
import io.carillon.engine.command.RunCommand;
import java.util.Arrays;
import java.util.List;

/** What the owner of a shard is asked. */
final class CommandWire {

    static final List<WireType<?>> TYPES = List.of(
            WireType.of(JobCommand.Create.class, "CreateJob", CommandWire::writeCreate, CommandWire::readCreate),
            WireType.of(JobCommand.Replace.class, "ReplaceJob", CommandWire::writeReplace, CommandWire::readReplace),
            WireType.of(JobCommand.Delete.class, "DeleteJob", CommandWire::writeDelete, CommandWire::readDelete),
            WireType.of(JobCommand.Pause.class, "PauseJob", CommandWire::writePause, CommandWire::readPause),
            WireType.of(JobCommand.Resume.class, "ResumeJob", CommandWire::writeResume, CommandWire::readResume),
            WireType.of(JobCommand.TriggerNow.class, "TriggerNow", CommandWire::writeTrigger, CommandWire::readTrigger),
            WireType.of(
                    JobCommand.Backfill.class, "BackfillJob", CommandWire::writeBackfill, CommandWire::readBackfill),
            WireType.of(JobCommand.CancelRun.class, "CancelRun", CommandWire::writeCancel, CommandWire::readCancel),
            WireType.of(JobCommand.RedriveRun.class, "RedriveRun", CommandWire::writeRedrive, CommandWire::readRedrive),
            WireType.of(RunCommand.Start.class, "StartRun", CommandWire::writeStart, CommandWire::readStart),
            WireType.of(RunCommand.Accept.class, "AcceptRun", CommandWire::writeAccept, CommandWire::readAccept),
            WireType.of(RunCommand.Report.class, "ReportRun", CommandWire::writeReport, CommandWire::readReport),
            WireType.of(
                    RunCommand.HandBack.class, "HandBackRun", CommandWire::writeHandBack, CommandWire::readHandBack),
            WireType.of(RunCommand.Held.class, "HeldRun", CommandWire::writeHeld, CommandWire::readHeld),
            WireType.of(RunCommand.Explain.class, "ExplainRun", CommandWire::writeExplain, CommandWire::readExplain));

    private CommandWire() {}

    private static void writePrincipal(CompactWriter writer, Principal principal) {
        writer.writeString("subject", principal.subject());
        writer.writeString("ownerScope", principal.ownerScope());
        writer.writeString("subjectName", principal.name());
        writer.writeString("address", principal.address());
    }

    private static Principal readPrincipal(CompactReader reader) {
        return new Principal(
                WireFields.text(reader, "subject"),
                reader.readString("ownerScope"),
                WireFields.text(reader, "subjectName"),
                reader.readString("address"));
    }

    private static void writeCreate(CompactWriter writer, JobCommand.Create create) {
        writePrincipal(writer, create.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, create.jobId().value());
        writer.writeCompact("definition", create.definition());
    }

    private static JobCommand.Create readCreate(CompactReader reader) {
        return new JobCommand.Create(
                readPrincipal(reader),
                WireFields.jobId(reader, UuidField.JOB_ID),
                WireFields.compact(reader, "definition", JobDefinition.class));
    }

    private static void writeReplace(CompactWriter writer, JobCommand.Replace replace) {
        writePrincipal(writer, replace.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, replace.jobId().value());
        writer.writeCompact("definition", replace.definition());
        writer.writeString("existence", replace.existence().name());
        writer.writeArrayOfInt64(
                "revisions",
                replace.revisions().stream().mapToLong(Long::longValue).toArray());
    }

    private static JobCommand.Replace readReplace(CompactReader reader) {
        long[] revisions = WireFields.present("revisions", reader.readArrayOfInt64("revisions"));
        return new JobCommand.Replace(
                readPrincipal(reader),
                WireFields.jobId(reader, UuidField.JOB_ID),
                WireFields.compact(reader, "definition", JobDefinition.class),
                WireFields.named(reader, "existence", JobCommand.Replace.Existence.class),
                Arrays.stream(revisions).boxed().toList());
    }

    private static void writeDelete(CompactWriter writer, JobCommand.Delete delete) {
        writePrincipal(writer, delete.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, delete.jobId().value());
        writer.writeBoolean("cancelRunning", delete.cancelRunning());
    }

    private static JobCommand.Delete readDelete(CompactReader reader) {
        return new JobCommand.Delete(
                readPrincipal(reader), WireFields.jobId(reader, UuidField.JOB_ID), reader.readBoolean("cancelRunning"));
    }

    private static void writePause(CompactWriter writer, JobCommand.Pause pause) {
        writePrincipal(writer, pause.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, pause.jobId().value());
        writer.writeBoolean("hold", pause.hold());
    }

    private static JobCommand.Pause readPause(CompactReader reader) {
        return new JobCommand.Pause(
                readPrincipal(reader), WireFields.jobId(reader, UuidField.JOB_ID), reader.readBoolean("hold"));
    }

    private static void writeResume(CompactWriter writer, JobCommand.Resume resume) {
        writePrincipal(writer, resume.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, resume.jobId().value());
    }

    private static JobCommand.Resume readResume(CompactReader reader) {
        return new JobCommand.Resume(readPrincipal(reader), WireFields.jobId(reader, UuidField.JOB_ID));
    }

    private static void writeTrigger(CompactWriter writer, JobCommand.TriggerNow trigger) {
        writePrincipal(writer, trigger.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, trigger.jobId().value());
        WireFields.payload(writer, "payload", trigger.payload());
        writer.writeString("requestId", trigger.requestId());
    }

    private static JobCommand.TriggerNow readTrigger(CompactReader reader) {
        return new JobCommand.TriggerNow(
                readPrincipal(reader),
                WireFields.jobId(reader, UuidField.JOB_ID),
                WireFields.payload(reader, "payload"),
                WireFields.text(reader, "requestId"));
    }

    private static void writeBackfill(CompactWriter writer, JobCommand.Backfill backfill) {
        writePrincipal(writer, backfill.principal());
        WireFields.uuid(writer, UuidField.JOB_ID, backfill.jobId().value());
        writer.writeArrayOfInt64(
                "nominals", backfill.nominals().stream().mapToLong(Micros::of).toArray());
        writer.writeString("requestId", backfill.requestId());
    }

    private static JobCommand.Backfill readBackfill(CompactReader reader) {
        long[] nominals = WireFields.present("nominals", reader.readArrayOfInt64("nominals"));
        return new JobCommand.Backfill(
                readPrincipal(reader),
                WireFields.jobId(reader, UuidField.JOB_ID),
                Arrays.stream(nominals).mapToObj(Micros::toInstant).toList(),
                WireFields.text(reader, "requestId"));
    }

    private static void writeCancel(CompactWriter writer, JobCommand.CancelRun cancel) {
        writePrincipal(writer, cancel.principal());
        WireFields.uuid(writer, UuidField.RUN_ID, cancel.runId().value());
    }

    private static JobCommand.CancelRun readCancel(CompactReader reader) {
        return new JobCommand.CancelRun(readPrincipal(reader), WireFields.runId(reader, UuidField.RUN_ID));
    }

    private static void writeRedrive(CompactWriter writer, JobCommand.RedriveRun redrive) {
        writePrincipal(writer, redrive.principal());
        WireFields.uuid(writer, UuidField.RUN_ID, redrive.runId().value());
    }

    private static JobCommand.RedriveRun readRedrive(CompactReader reader) {
        return new JobCommand.RedriveRun(readPrincipal(reader), WireFields.runId(reader, UuidField.RUN_ID));
    }

    private static void writeStart(CompactWriter writer, RunCommand.Start start) {
        WireFields.uuid(writer, UuidField.RUN_ID, start.runId().value());
        writer.writeString("workerId", start.workerId());
        WireFields.instant(writer, "askedAt", start.askedAt());
    }

    private static RunCommand.Start readStart(CompactReader reader) {
        return new RunCommand.Start(
                WireFields.runId(reader, UuidField.RUN_ID),
                WireFields.text(reader, "workerId"),
                WireFields.instant(reader, "askedAt"));
    }

    private static void writeAccept(CompactWriter writer, RunCommand.Accept accept) {
        WireFields.uuid(writer, UuidField.RUN_ID, accept.runId().value());
        writer.writeInt64("fencingToken", accept.fencingToken());
    }

    private static RunCommand.Accept readAccept(CompactReader reader) {
        return new RunCommand.Accept(WireFields.runId(reader, UuidField.RUN_ID), reader.readInt64("fencingToken"));
    }

    private static void writeReport(CompactWriter writer, RunCommand.Report report) {
        WireFields.uuid(writer, UuidField.RUN_ID, report.runId().value());
        writer.writeInt64("fencingToken", report.fencingToken());
        writer.writeCompact("outcome", report.outcome());
    }

    private static RunCommand.Report readReport(CompactReader reader) {
        return new RunCommand.Report(
                WireFields.runId(reader, UuidField.RUN_ID),
                reader.readInt64("fencingToken"),
                WireFields.compact(reader, "outcome", Outcome.class));
    }

    private static void writeHandBack(CompactWriter writer, RunCommand.HandBack handBack) {
        WireFields.uuid(writer, UuidField.RUN_ID, handBack.runId().value());
        writer.writeInt64("fencingToken", handBack.fencingToken());
    }

    private static RunCommand.HandBack readHandBack(CompactReader reader) {
        return new RunCommand.HandBack(WireFields.runId(reader, UuidField.RUN_ID), reader.readInt64("fencingToken"));
    }

    private static void writeHeld(CompactWriter writer, RunCommand.Held held) {
        WireFields.uuid(writer, UuidField.RUN_ID, held.runId().value());
        writer.writeInt64("fencingToken", held.fencingToken());
        writer.writeString("workerId", held.workerId());
    }

    private static RunCommand.Held readHeld(CompactReader reader) {
        return new RunCommand.Held(
                WireFields.runId(reader, UuidField.RUN_ID),
                reader.readInt64("fencingToken"),
                WireFields.text(reader, "workerId"));
    }

    private static void writeExplain(CompactWriter writer, RunCommand.Explain explain) {
        WireFields.uuid(writer, UuidField.RUN_ID, explain.runId().value());
    }

    private static RunCommand.Explain readExplain(CompactReader reader) {
        return new RunCommand.Explain(WireFields.runId(reader, UuidField.RUN_ID));
    }
}
