package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import io.carillon.proto.v1.DelayList;
import io.carillon.proto.v1.ExponentialBackoff;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.RetrySpec;
import java.util.List;
import java.util.function.Consumer;

/** Definitions of jobs of which one field is wrong, and its name. */
record BadSpec(String field, JobSpec spec) {

    static List<BadSpec> all() {
        return List.of(
                bad("name", spec -> spec.setSchedule("@daily")),
                bad("name", spec -> spec.setName("x".repeat(201)).setSchedule("@daily")),
                bad("name", spec -> spec.setName("a\0b").setSchedule("@daily")),
                bad("schedule", spec -> spec.setName("n")),
                bad("schedule", spec -> spec.setName("n").setSchedule("61 * * * *")),
                bad("time_zone", spec -> spec.setName("n").setSchedule("@daily").setTimeZone("Mars")),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setSeconds(-1))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setSeconds(253_402_300_800L))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder()
                                        .setSeconds(253_402_300_799L)
                                        .setNanos(1_000))),
                bad(
                        "run_at",
                        spec -> spec.setName("n")
                                .setRunAt(Timestamp.newBuilder().setNanos(-1))),
                bad("payload_json", spec -> daily(spec).setPayloadJson(ByteString.copyFromUtf8("{"))),
                bad("payload_json", spec -> daily(spec).setPayloadJson(ByteString.EMPTY)),
                bad("payload_json", spec -> daily(spec).setPayloadJson(ByteString.copyFrom(new byte[65_537]))),
                bad("timeout", spec -> daily(spec).setTimeout(seconds(0))),
                bad("timeout", spec -> daily(spec).setTimeout(seconds(86_401))),
                bad(
                        "timeout",
                        spec -> daily(spec)
                                .setTimeout(Duration.newBuilder().setSeconds(1).setNanos(-1))),
                bad("timeout", spec -> daily(spec).setTimeout(seconds(Long.MAX_VALUE))),
                bad("start_before", spec -> daily(spec).setStartBefore(seconds(-1))),
                bad("misfire_after", spec -> daily(spec).setMisfireAfter(seconds(-1))),
                bad("misfire", spec -> daily(spec).setMisfire("never")),
                bad("overlap", spec -> daily(spec).setOverlap("")),
                bad("timing", spec -> daily(spec).setTiming("later")),
                bad("jitter", spec -> daily(spec).setJitter(seconds(-1))),
                bad("priority", spec -> daily(spec).setPriority(10)),
                bad("key", spec -> daily(spec).setKey("")),
                bad("pool", spec -> daily(spec).setPool("\u0007")),
                bad("http.url", spec -> daily(spec).setHttp(io.carillon.proto.v1.HttpTarget.getDefaultInstance())),
                bad(
                        "http.method",
                        spec -> daily(spec)
                                .setHttp(io.carillon.proto.v1.HttpTarget.newBuilder()
                                        .setUrl("http://a/")
                                        .setMethod("BREW"))),
                bad(
                        "retry.max",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setMax(-1))),
                bad(
                        "retry.jitter",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setJitter(Double.NaN))),
                bad(
                        "retry.delays",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setDelays(DelayList.getDefaultInstance()))),
                bad(
                        "retry.delays[1]",
                        spec -> daily(spec)
                                .setRetry(RetrySpec.newBuilder()
                                        .setDelays(DelayList.newBuilder()
                                                .addDelays(seconds(1))
                                                .addDelays(seconds(0))))),
                bad(
                        "retry.exponential.initial",
                        spec -> daily(spec)
                                .setRetry(RetrySpec.newBuilder()
                                        .setExponential(ExponentialBackoff.getDefaultInstance()))),
                bad(
                        "retry.exponential.factor",
                        spec -> daily(spec)
                                .setRetry(RetrySpec.newBuilder()
                                        .setExponential(ExponentialBackoff.newBuilder()
                                                .setInitial(seconds(1))
                                                .setFactor(0.5)))),
                bad("labels.a", spec -> daily(spec).putLabels("a", "x".repeat(256))),
                bad("name", spec -> spec.setName(" ").setSchedule("@daily")),
                bad("schedule", spec -> spec.setName("n").setSchedule("")),
                bad("schedule", spec -> spec.setName("n").setSchedule("0 0 30 2 *")),
                bad("schedule", spec -> spec.setName("n").setSchedule("@every 0s")),
                bad(
                        "ends_at",
                        spec -> daily(spec).setEndsAt(Timestamp.newBuilder().setSeconds(-1))),
                bad(
                        "starts_at",
                        spec -> daily(spec).setStartsAt(Timestamp.newBuilder().setNanos(1_000_000_000))),
                bad(
                        "misfire_after",
                        spec -> daily(spec)
                                .setMisfireAfter(Duration.newBuilder().setNanos(-1_000))),
                bad("owner_id", spec -> daily(spec).setOwnerId("")),
                bad("handler", spec -> daily(spec).setHandler("a\nb")),
                bad("priority", spec -> daily(spec).setPriority(-1)),
                bad("jitter", spec -> daily(spec).setJitter(seconds(5)).setTiming("exact")),
                bad(
                        "http.url",
                        spec -> daily(spec)
                                .setHttp(io.carillon.proto.v1.HttpTarget.newBuilder()
                                        .setUrl("ftp://a/"))),
                bad(
                        "http.headers.Host",
                        spec -> daily(spec)
                                .setHttp(io.carillon.proto.v1.HttpTarget.newBuilder()
                                        .setUrl("http://a/")
                                        .putHeaders("Host", "b"))),
                bad(
                        "retry.max",
                        spec -> daily(spec).setRetry(RetrySpec.newBuilder().setMax(1_001))));
    }

    private static BadSpec bad(String field, Consumer<JobSpec.Builder> change) {
        JobSpec.Builder spec = JobSpec.newBuilder();
        change.accept(spec);
        return new BadSpec(field, spec.build());
    }

    private static JobSpec.Builder daily(JobSpec.Builder spec) {
        return spec.setName("n").setSchedule("@daily");
    }

    private static Duration seconds(long seconds) {
        return Duration.newBuilder().setSeconds(seconds).build();
    }
}
