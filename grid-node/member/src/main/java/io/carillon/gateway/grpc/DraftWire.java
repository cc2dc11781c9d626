package io.carillon.gateway.grpc;

import com.google.protobuf.Timestamp;
import io.carillon.domain.job.Payload;
import io.carillon.gateway.api.JobDraft;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import io.carillon.proto.v1.ExponentialBackoff;
import io.carillon.proto.v1.HttpTarget;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.RetrySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job as its author sent it over gRPC. Fields are named as REST names them; {@link WireNames} turns them back. */
final class DraftWire {

    private final JobSpec spec;
    private final Violations violations;

    private DraftWire(JobSpec spec, Violations violations) {
        this.spec = spec;
        this.violations = violations;
    }

    static JobDraft draft(JobSpec spec, Violations violations) {
        return new DraftWire(spec, violations).draft();
    }

    private JobDraft draft() {
        return new JobDraft(
                // Proto3 does not tell an empty name from none.
                spec.getName().isEmpty() ? null : spec.getName(),
                spec.hasKey() ? spec.getKey() : null,
                spec.hasOwnerId() ? spec.getOwnerId() : null,
                spec.hasSchedule() ? spec.getSchedule() : null,
                spec.hasRunAt() ? instant("run_at", spec.getRunAt()) : null,
                spec.hasTimeZone() ? spec.getTimeZone() : null,
                payload(),
                spec.hasPool() ? spec.getPool() : null,
                spec.hasHandler() ? spec.getHandler() : null,
                spec.hasHttp() ? http(spec.getHttp()) : null,
                spec.hasRetry() ? retry(spec.getRetry()) : null,
                spec.hasTimeout() ? duration("timeout_s", spec.getTimeout()) : null,
                spec.hasStartBefore() ? duration("start_before_s", spec.getStartBefore()) : null,
                spec.hasMisfire() ? spec.getMisfire() : null,
                spec.hasMisfireAfter() ? duration("misfire_after_s", spec.getMisfireAfter()) : null,
                spec.hasOverlap() ? spec.getOverlap() : null,
                spec.hasTiming() ? spec.getTiming() : null,
                spec.hasJitter() ? duration("jitter_s", spec.getJitter()) : null,
                spec.hasPriority() ? spec.getPriority() : null,
                spec.hasStartsAt() ? instant("starts_at", spec.getStartsAt()) : null,
                spec.hasEndsAt() ? instant("ends_at", spec.getEndsAt()) : null,
                spec.getLabelsMap());
    }

    private @Nullable Payload payload() {
        return spec.hasPayloadJson()
                ? JsonFields.payload("payload", spec.getPayloadJson().toByteArray(), violations)
                : null;
    }

    private static JobDraft.Http http(HttpTarget http) {
        return new JobDraft.Http(
                http.getUrl().isEmpty() ? null : http.getUrl(),
                http.getMethod().isEmpty() ? null : http.getMethod(),
                http.getHeadersMap());
    }

    private JobDraft.Retry retry(RetrySpec retry) {
        JobDraft.Backoff backoff = switch (retry.getBackoffCase()) {
            case DELAYS -> delays(retry.getDelays().getDelaysList());
            case EXPONENTIAL -> growing(retry.getExponential());
            case BACKOFF_NOT_SET -> null;
        };
        return new JobDraft.Retry(
                retry.hasMax() ? retry.getMax() : null, backoff, retry.hasJitter() ? retry.getJitter() : null);
    }

    private JobDraft.Backoff delays(List<com.google.protobuf.Duration> wire) {
        List<Duration> delays = new ArrayList<>();
        for (int n = 0; n < wire.size(); n++) {
            Duration delay = duration("retry.backoff[" + n + "]", wire.get(n));
            if (delay != null) {
                delays.add(delay);
            }
        }
        return new JobDraft.Delays(delays);
    }

    private JobDraft.Backoff growing(ExponentialBackoff wire) {
        return new JobDraft.Growing(
                wire.hasInitial() ? duration("retry.backoff.initial_s", wire.getInitial()) : null,
                wire.hasFactor() ? wire.getFactor() : null,
                wire.hasMax() ? duration("retry.backoff.max_s", wire.getMax()) : null,
                null);
    }

    private @Nullable Instant instant(String field, Timestamp timestamp) {
        return WireTime.instant(field, timestamp, violations);
    }

    private @Nullable Duration duration(String field, com.google.protobuf.Duration duration) {
        return WireTime.duration(field, duration, violations);
    }
}
