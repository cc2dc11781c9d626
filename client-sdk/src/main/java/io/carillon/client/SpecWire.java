package io.carillon.client;

import io.carillon.proto.v1.DelayList;
import io.carillon.proto.v1.ExponentialBackoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@link JobSpec} from and to its wire form. */
final class SpecWire {
    private SpecWire() {}

    static io.carillon.proto.v1.JobSpec toWire(JobSpec spec) {
        io.carillon.proto.v1.JobSpec.Builder wire =
                io.carillon.proto.v1.JobSpec.newBuilder().setName(spec.name()).putAllLabels(spec.labels());
        if (spec.when() instanceof When.Once once) {
            wire.setRunAt(Wire.timestamp(once.at()));
        } else if (spec.when() instanceof When.Repeated repeated) {
            wire.setSchedule(repeated.schedule());
            ifPresent(repeated.timeZone(), wire::setTimeZone);
        }
        ifPresent(spec.key(), wire::setKey);
        ifPresent(spec.ownerId(), wire::setOwnerId);
        ifPresent(spec.payload(), payload -> wire.setPayloadJson(Wire.json(payload)));
        ifPresent(spec.pool(), wire::setPool);
        ifPresent(spec.handler(), wire::setHandler);
        ifPresent(spec.http(), http -> wire.setHttp(httpToWire(http)));
        ifPresent(spec.retry(), retry -> wire.setRetry(retryToWire(retry)));
        ifPresent(spec.timeout(), timeout -> wire.setTimeout(Wire.duration(timeout)));
        ifPresent(spec.startBefore(), latest -> wire.setStartBefore(Wire.duration(latest)));
        ifPresent(spec.misfire(), misfire -> wire.setMisfire(WireName.of(misfire)));
        ifPresent(spec.misfireAfter(), after -> wire.setMisfireAfter(Wire.duration(after)));
        ifPresent(spec.overlap(), overlap -> wire.setOverlap(WireName.of(overlap)));
        ifPresent(spec.timing(), timing -> wire.setTiming(WireName.of(timing)));
        ifPresent(spec.jitter(), jitter -> wire.setJitter(Wire.duration(jitter)));
        ifPresent(spec.priority(), wire::setPriority);
        ifPresent(spec.startsAt(), start -> wire.setStartsAt(Wire.timestamp(start)));
        ifPresent(spec.endsAt(), end -> wire.setEndsAt(Wire.timestamp(end)));
        return wire.build();
    }

    static JobSpec fromWire(io.carillon.proto.v1.JobSpec wire) {
        return new JobSpec(
                wire.getName(),
                wire.hasKey() ? wire.getKey() : null,
                wire.hasOwnerId() ? wire.getOwnerId() : null,
                whenFromWire(wire),
                wire.hasPayloadJson() ? wire.getPayloadJson().toStringUtf8() : null,
                wire.hasPool() ? wire.getPool() : null,
                wire.hasHandler() ? wire.getHandler() : null,
                wire.hasHttp() ? httpFromWire(wire.getHttp()) : null,
                wire.hasRetry() ? retryFromWire(wire.getRetry()) : null,
                wire.hasTimeout() ? Wire.duration(wire.getTimeout()) : null,
                wire.hasStartBefore() ? Wire.duration(wire.getStartBefore()) : null,
                wire.hasMisfire()
                        ? WireName.parse(MisfirePolicy.values(), wire.getMisfire(), MisfirePolicy.UNKNOWN)
                        : null,
                wire.hasMisfireAfter() ? Wire.duration(wire.getMisfireAfter()) : null,
                wire.hasOverlap()
                        ? WireName.parse(OverlapPolicy.values(), wire.getOverlap(), OverlapPolicy.UNKNOWN)
                        : null,
                wire.hasTiming() ? WireName.parse(Timing.values(), wire.getTiming(), Timing.UNKNOWN) : null,
                wire.hasJitter() ? Wire.duration(wire.getJitter()) : null,
                wire.hasPriority() ? wire.getPriority() : null,
                wire.hasStartsAt() ? Wire.instant(wire.getStartsAt()) : null,
                wire.hasEndsAt() ? Wire.instant(wire.getEndsAt()) : null,
                wire.getLabelsMap());
    }

    private static When whenFromWire(io.carillon.proto.v1.JobSpec wire) {
        return switch (wire.getWhenCase()) {
            case RUN_AT -> new When.Once(Wire.instant(wire.getRunAt()));
            case SCHEDULE -> new When.Repeated(wire.getSchedule(), wire.hasTimeZone() ? wire.getTimeZone() : null);
            case WHEN_NOT_SET -> throw new IllegalArgumentException("the job has neither schedule nor run_at");
        };
    }

    static io.carillon.proto.v1.HttpTarget httpToWire(HttpTarget http) {
        return io.carillon.proto.v1.HttpTarget.newBuilder()
                .setUrl(http.url())
                .setMethod(http.method())
                .putAllHeaders(http.headers())
                .build();
    }

    private static HttpTarget httpFromWire(io.carillon.proto.v1.HttpTarget wire) {
        return new HttpTarget(wire.getUrl(), wire.getMethod(), wire.getHeadersMap());
    }

    static io.carillon.proto.v1.RetrySpec retryToWire(RetrySpec retry) {
        io.carillon.proto.v1.RetrySpec.Builder wire = io.carillon.proto.v1.RetrySpec.newBuilder();
        ifPresent(retry.max(), wire::setMax);
        ifPresent(retry.jitter(), wire::setJitter);
        if (retry.backoff() instanceof RetrySpec.Backoff.Delays list) {
            DelayList.Builder delays = DelayList.newBuilder();
            list.delays().forEach(delay -> delays.addDelays(Wire.duration(delay)));
            wire.setDelays(delays);
        } else if (retry.backoff() instanceof RetrySpec.Backoff.Exponential growing) {
            ExponentialBackoff.Builder exponential =
                    ExponentialBackoff.newBuilder().setInitial(Wire.duration(growing.initial()));
            ifPresent(growing.factor(), exponential::setFactor);
            ifPresent(growing.max(), max -> exponential.setMax(Wire.duration(max)));
            wire.setExponential(exponential);
        }
        return wire.build();
    }

    private static RetrySpec retryFromWire(io.carillon.proto.v1.RetrySpec wire) {
        return new RetrySpec(
                wire.hasMax() ? wire.getMax() : null,
                backoffFromWire(wire),
                wire.hasJitter() ? wire.getJitter() : null);
    }

    private static RetrySpec.@Nullable Backoff backoffFromWire(io.carillon.proto.v1.RetrySpec wire) {
        return switch (wire.getBackoffCase()) {
            case DELAYS ->
                new RetrySpec.Backoff.Delays(wire.getDelays().getDelaysList().stream()
                        .map(Wire::duration)
                        .toList());
            case EXPONENTIAL -> exponentialFromWire(wire.getExponential());
            case BACKOFF_NOT_SET -> null;
        };
    }

    private static RetrySpec.Backoff exponentialFromWire(ExponentialBackoff wire) {
        Duration max = wire.hasMax() ? Wire.duration(wire.getMax()) : null;
        return new RetrySpec.Backoff.Exponential(
                Wire.duration(wire.getInitial()), wire.hasFactor() ? wire.getFactor() : null, max);
    }

    private static <T> void ifPresent(@Nullable T value, java.util.function.Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
