package io.carillon.client;

import com.google.protobuf.FieldMask;
import io.carillon.proto.v1.UpdateJobRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of a part of a job: what is named here changes, all else stays.
 *
 * <pre>{@code
 * JobUpdate.of(jobId).cron("0 4 * * *", ZoneId.of("Europe/Berlin")).label("team", "blue").reset("timeout")
 * }</pre>
 *
 * <p>Not thread-safe while it is being filled.
 */
public final class JobUpdate {
    private final UUID jobId;
    private final io.carillon.proto.v1.JobSpec.Builder spec = io.carillon.proto.v1.JobSpec.newBuilder();
    private final Set<String> paths = new LinkedHashSet<>();
    private @Nullable Long expectedRevision;

    private JobUpdate(UUID jobId) {
        this.jobId = jobId;
    }

    public static JobUpdate of(UUID jobId) {
        return new JobUpdate(jobId);
    }

    /** The call fails as a {@link CarillonException.Conflict} if the job has another revision. */
    public JobUpdate ifRevision(long revision) {
        expectedRevision = revision;
        return this;
    }

    public JobUpdate name(String name) {
        spec.setName(name);
        return names("name");
    }

    public JobUpdate key(String unique) {
        spec.setKey(unique);
        return names("key");
    }

    /** Takes the place of a schedule. */
    public JobUpdate oneOff(Instant at) {
        spec.setRunAt(Wire.timestamp(at));
        return names("run_at");
    }

    /** In the zone the job has. Takes the place of a one-off time. */
    public JobUpdate cron(String expression) {
        spec.setSchedule(expression);
        return names("schedule");
    }

    public JobUpdate cron(String expression, ZoneId zone) {
        spec.setTimeZone(zone.getId());
        names("time_zone");
        return cron(expression);
    }

    /** In whole seconds; counts on from where it did if the period is the same, else from the change. */
    public JobUpdate every(Duration period) {
        return cron("@every " + period.toSeconds() + "s");
    }

    /** JSON text, at most 64 KiB in UTF-8; replaces the whole. */
    public JobUpdate payload(String json) {
        spec.setPayloadJson(Wire.json(json));
        return names("payload_json");
    }

    public JobUpdate pool(String name) {
        spec.setPool(name);
        return names("pool");
    }

    public JobUpdate handler(String name) {
        spec.setHandler(name);
        return names("handler");
    }

    public JobUpdate http(HttpTarget target) {
        spec.setHttp(SpecWire.httpToWire(target));
        return names("http");
    }

    public JobUpdate retry(RetrySpec retry) {
        spec.setRetry(SpecWire.retryToWire(retry));
        return names("retry");
    }

    /** Of one attempt. */
    public JobUpdate timeout(Duration longest) {
        spec.setTimeout(Wire.duration(longest));
        return names("timeout");
    }

    /** A run not started within this time of its due time ends. */
    public JobUpdate startBefore(Duration latest) {
        spec.setStartBefore(Wire.duration(latest));
        return names("start_before");
    }

    public JobUpdate misfire(MisfirePolicy policy) {
        spec.setMisfire(WireName.of(policy));
        return names("misfire");
    }

    public JobUpdate misfireAfter(Duration lateness) {
        spec.setMisfireAfter(Wire.duration(lateness));
        return names("misfire_after");
    }

    public JobUpdate overlap(OverlapPolicy policy) {
        spec.setOverlap(WireName.of(policy));
        return names("overlap");
    }

    public JobUpdate timing(Timing exactOrFlexible) {
        spec.setTiming(WireName.of(exactOrFlexible));
        return names("timing");
    }

    public JobUpdate jitter(Duration window) {
        spec.setJitter(Wire.duration(window));
        return names("jitter");
    }

    /** 0 to 9, 9 first. */
    public JobUpdate priority(int level) {
        spec.setPriority(level);
        return names("priority");
    }

    public JobUpdate startsAt(Instant earliest) {
        spec.setStartsAt(Wire.timestamp(earliest));
        return names("starts_at");
    }

    /** No occurrence at or after it. */
    public JobUpdate endsAt(Instant end) {
        spec.setEndsAt(Wire.timestamp(end));
        return names("ends_at");
    }

    /** Leaves the other labels as they are. */
    public JobUpdate label(String label, String value) {
        spec.putLabels(label, value);
        return names("labels." + label);
    }

    public JobUpdate withoutLabel(String label) {
        spec.removeLabels(label);
        return names("labels." + label);
    }

    /**
     * Takes a field back to its default.
     *
     * @param field as {@code JobSpec} of jobs.proto names it, for instance {@code payload_json} or {@code http}
     */
    public JobUpdate reset(String field) {
        return names(field);
    }

    UpdateJobRequest toWire() {
        UpdateJobRequest.Builder wire = UpdateJobRequest.newBuilder()
                .setJobId(jobId.toString())
                .setJob(spec)
                .setUpdateMask(FieldMask.newBuilder().addAllPaths(paths));
        if (expectedRevision != null) {
            wire.setExpectedRevision(expectedRevision);
        }
        return wire.build();
    }

    private JobUpdate names(String path) {
        paths.add(path);
        return this;
    }
}
