package io.carillon.engine.grid.wire;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;

/** A job and the parts of its definition. */
final class JobWire {

    static final List<WireType<?>> TYPES = List.of(
            WireType.of(JobEntry.class, "JobEntry", JobWire::writeEntry, JobWire::readEntry),
            WireType.of(JobDefinition.class, "JobDefinition", JobWire::writeDefinition, JobWire::readDefinition),
            WireType.of(ScheduleSpec.OneOff.class, "OneOff", JobWire::writeOneOff, JobWire::readOneOff),
            WireType.of(ScheduleSpec.Cron.class, "Cron", JobWire::writeCron, JobWire::readCron),
            WireType.of(ScheduleSpec.Every.class, "Every", JobWire::writeEvery, JobWire::readEvery),
            WireType.of(Backoff.Steps.class, "BackoffSteps", JobWire::writeSteps, JobWire::readSteps),
            WireType.of(
                    Backoff.Exponential.class,
                    "BackoffExponential",
                    JobWire::writeExponential,
                    JobWire::readExponential),
            WireType.of(HttpTarget.class, "HttpTarget", JobWire::writeHttp, JobWire::readHttp));

    private JobWire() {}

    /** One flat record for entry and job: there are millions of them. */
    private static void writeEntry(CompactWriter writer, JobEntry entry) {
        Job job = entry.job();
        WireFields.uuid(writer, UuidField.ID, job.id().value());
        writer.writeInt64("revision", job.revision());
        writer.writeInt32("status", job.status().code());
        writer.writeCompact("definition", job.definition());
        WireFields.instant(writer, "createdAt", job.createdAt());
        WireFields.instant(writer, "plannedThrough", job.plannedThrough());
        WireFields.instantOrNull(writer, "nextNominalAt", job.nextNominalAt());
        WireFields.instantOrNull(writer, "nextDueAt", job.nextDueAt());
        writer.writeInt64("version", job.version());
        WireFields.uuid(writer, UuidField.WRITE_ID, job.writeId());
        writer.writeBoolean("durable", entry.durable());
    }

    private static JobEntry readEntry(CompactReader reader) {
        Job job = new Job(
                WireFields.jobId(reader, UuidField.ID),
                reader.readInt64("revision"),
                JobStatus.ofCode(reader.readInt32("status")),
                WireFields.compact(reader, "definition", JobDefinition.class),
                WireFields.instant(reader, "createdAt"),
                WireFields.instant(reader, "plannedThrough"),
                WireFields.instantOrNull(reader, "nextNominalAt"),
                WireFields.instantOrNull(reader, "nextDueAt"),
                reader.readInt64("version"),
                WireFields.uuid(reader, UuidField.WRITE_ID));
        return new JobEntry(job, reader.readBoolean("durable"));
    }

    private static void writeDefinition(CompactWriter writer, JobDefinition definition) {
        writer.writeString("name", definition.name());
        writer.writeString("key", definition.key());
        writer.writeString("ownerId", definition.ownerId());
        writer.writeCompact("schedule", definition.schedule());
        WireFields.payload(writer, "payload", definition.payload());
        writer.writeString("pool", definition.pool());
        writer.writeString("handler", definition.handler());
        writer.writeCompact("http", definition.http());
        writer.writeInt32("retriesMax", definition.retry().retriesMax());
        writer.writeCompact("backoff", definition.retry().backoff());
        WireFields.duration(writer, "timeout", definition.timeout());
        WireFields.durationOrNull(writer, "startBefore", definition.startBefore());
        writer.writeString("misfire", definition.misfire().name());
        WireFields.duration(writer, "misfireAfter", definition.misfireAfter());
        writer.writeString("overlap", definition.overlap().name());
        writer.writeString("timing", definition.timing().name());
        WireFields.durationOrNull(writer, "jitter", definition.jitter());
        writer.writeInt32("priority", definition.priority());
        WireFields.instantOrNull(writer, "startsAt", definition.startsAt());
        WireFields.instantOrNull(writer, "endsAt", definition.endsAt());
        WireFields.texts(writer, "labels", definition.labels());
    }

    private static JobDefinition readDefinition(CompactReader reader) {
        return new JobDefinition(
                WireFields.text(reader, "name"),
                reader.readString("key"),
                WireFields.text(reader, "ownerId"),
                WireFields.compact(reader, "schedule", ScheduleSpec.class),
                WireFields.payload(reader, "payload"),
                WireFields.text(reader, "pool"),
                WireFields.text(reader, "handler"),
                reader.readCompact("http"),
                new RetryPolicy(reader.readInt32("retriesMax"), WireFields.compact(reader, "backoff", Backoff.class)),
                WireFields.duration(reader, "timeout"),
                WireFields.durationOrNull(reader, "startBefore"),
                WireFields.named(reader, "misfire", MisfirePolicy.class),
                WireFields.duration(reader, "misfireAfter"),
                WireFields.named(reader, "overlap", OverlapPolicy.class),
                WireFields.named(reader, "timing", Timing.class),
                WireFields.durationOrNull(reader, "jitter"),
                reader.readInt32("priority"),
                WireFields.instantOrNull(reader, "startsAt"),
                WireFields.instantOrNull(reader, "endsAt"),
                WireFields.texts(reader, "labels"));
    }

    private static void writeOneOff(CompactWriter writer, ScheduleSpec.OneOff oneOff) {
        WireFields.instant(writer, "runAt", oneOff.runAt());
    }

    private static ScheduleSpec.OneOff readOneOff(CompactReader reader) {
        return new ScheduleSpec.OneOff(WireFields.instant(reader, "runAt"));
    }

    private static void writeCron(CompactWriter writer, ScheduleSpec.Cron cron) {
        writer.writeString("expression", cron.expression());
        writer.writeString("timeZone", cron.timeZone());
        writer.writeInt32("zoneEdition", cron.zoneEdition());
        RuleChange change = cron.ruleChange();
        WireFields.instantOrNull(writer, "rulesChangedAt", change == null ? null : change.at());
        writer.writeInt32("offsetBefore", change == null ? 0 : change.before().getTotalSeconds());
    }

    private static ScheduleSpec.Cron readCron(CompactReader reader) {
        Instant changedAt = WireFields.instantOrNull(reader, "rulesChangedAt");
        ZoneOffset before = ZoneOffset.ofTotalSeconds(reader.readInt32("offsetBefore"));
        return new ScheduleSpec.Cron(
                WireFields.text(reader, "expression"),
                WireFields.text(reader, "timeZone"),
                reader.readInt32("zoneEdition"),
                changedAt == null ? null : new RuleChange(changedAt, before));
    }

    private static void writeEvery(CompactWriter writer, ScheduleSpec.Every every) {
        WireFields.duration(writer, "period", every.period());
        WireFields.instant(writer, "anchor", every.anchor());
    }

    private static ScheduleSpec.Every readEvery(CompactReader reader) {
        return new ScheduleSpec.Every(WireFields.duration(reader, "period"), WireFields.instant(reader, "anchor"));
    }

    private static void writeSteps(CompactWriter writer, Backoff.Steps steps) {
        writer.writeArrayOfInt64(
                "delays", steps.delays().stream().mapToLong(Duration::toNanos).toArray());
        writer.writeFloat64("jitter", steps.jitter());
    }

    private static Backoff.Steps readSteps(CompactReader reader) {
        long[] delays = WireFields.present("delays", reader.readArrayOfInt64("delays"));
        return new Backoff.Steps(
                Arrays.stream(delays).mapToObj(Duration::ofNanos).toList(), reader.readFloat64("jitter"));
    }

    private static void writeExponential(CompactWriter writer, Backoff.Exponential exponential) {
        WireFields.duration(writer, "initial", exponential.initial());
        writer.writeFloat64("factor", exponential.factor());
        WireFields.duration(writer, "max", exponential.max());
        writer.writeFloat64("jitter", exponential.jitter());
    }

    private static Backoff.Exponential readExponential(CompactReader reader) {
        return new Backoff.Exponential(
                WireFields.duration(reader, "initial"),
                reader.readFloat64("factor"),
                WireFields.duration(reader, "max"),
                reader.readFloat64("jitter"));
    }

    private static void writeHttp(CompactWriter writer, HttpTarget http) {
        writer.writeString("url", http.url());
        writer.writeString("method", http.method());
        WireFields.texts(writer, "headers", http.headers());
    }

    private static HttpTarget readHttp(CompactReader reader) {
        return new HttpTarget(
                WireFields.text(reader, "url"), WireFields.text(reader, "method"), WireFields.texts(reader, "headers"));
    }
}
