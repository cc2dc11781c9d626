package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobView;
import io.carillon.gateway.api.Words;
import io.carillon.proto.v1.DelayList;
import io.carillon.proto.v1.ExponentialBackoff;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.LastRun;
import io.carillon.proto.v1.RetrySpec;
import java.time.Instant;

/** A job as gRPC shows it. */
final class JobWire {

    private JobWire() {}

    /** @param now tells what the last run is doing */
    static io.carillon.proto.v1.Job job(JobView view, Instant now) {
        Job job = view.job();
        io.carillon.proto.v1.Job.Builder wire = io.carillon.proto.v1.Job.newBuilder()
                .setJobId(job.id().toString())
                .setSpec(spec(job.definition()))
                .setStatus(Words.jobStatus(view))
                .setRevision(job.revision())
                .setCreatedAt(WireTime.timestamp(job.createdAt()));
        if (job.nextDueAt() != null && job.nextNominalAt() != null) {
            wire.setNextRunAt(WireTime.timestamp(job.nextDueAt()))
                    .setNextNominalAt(WireTime.timestamp(job.nextNominalAt()));
            if (ClaimPlanner.isCatchingUp(job, now)) {
                wire.setCatchingUpFrom(WireTime.timestamp(job.nextNominalAt()));
            }
        }
        wire.setJitter(WireTime.duration(view.jitter()));
        Run run = view.lastRun();
        if (run != null) {
            wire.setLastRun(lastRun(run, now));
        }
        return wire.build();
    }

    private static LastRun lastRun(Run run, Instant now) {
        LastRun.Builder wire =
                LastRun.newBuilder().setRunId(run.id().toString()).setStatus(Words.of(RunStatus.of(run, now)));
        if (run.startedAt() != null) {
            wire.setStartedAt(WireTime.timestamp(run.startedAt()));
        }
        return wire.build();
    }

    /** A definition as the spec that would create it, every default said. */
    static JobSpec spec(JobDefinition definition) {
        JobSpec.Builder spec = JobSpec.newBuilder()
                .setName(definition.name())
                .setOwnerId(definition.ownerId())
                .setTimeZone(Words.timeZone(definition.schedule()))
                .setPool(definition.pool())
                .setHandler(definition.handler())
                .setRetry(retry(definition.retry()))
                .setTimeout(WireTime.duration(definition.timeout()))
                .setMisfire(Words.of(definition.misfire()))
                .setMisfireAfter(WireTime.duration(definition.misfireAfter()))
                .setOverlap(Words.of(definition.overlap()))
                .setPriority(definition.priority())
                .putAllLabels(definition.labels());
        if (definition.key() != null) {
            spec.setKey(definition.key());
        }
        String text = Words.scheduleText(definition.schedule());
        if (text != null) {
            spec.setSchedule(text);
        } else if (definition.schedule() instanceof ScheduleSpec.OneOff oneOff) {
            spec.setRunAt(WireTime.timestamp(oneOff.runAt()));
        }
        Payload payload = definition.payload();
        if (payload != null) {
            spec.setPayloadJson(ByteString.copyFrom(payload.toUtf8()));
        }
        if (definition.http() != null) {
            spec.setHttp(WorkerWire.http(definition.http()));
        }
        if (definition.startBefore() != null) {
            spec.setStartBefore(WireTime.duration(definition.startBefore()));
        }
        String timing = Words.of(definition.timing());
        if (timing != null) {
            spec.setTiming(timing);
        }
        if (definition.jitter() != null) {
            spec.setJitter(WireTime.duration(definition.jitter()));
        }
        if (definition.startsAt() != null) {
            spec.setStartsAt(WireTime.timestamp(definition.startsAt()));
        }
        if (definition.endsAt() != null) {
            spec.setEndsAt(WireTime.timestamp(definition.endsAt()));
        }
        return spec.build();
    }

    private static RetrySpec retry(RetryPolicy retry) {
        Backoff backoff = retry.backoff();
        RetrySpec.Builder wire =
                RetrySpec.newBuilder().setMax(retry.retriesMax()).setJitter(backoff.jitter());
        if (backoff instanceof Backoff.Steps steps) {
            DelayList.Builder delays = DelayList.newBuilder();
            steps.delays().forEach(delay -> delays.addDelays(WireTime.duration(delay)));
            return wire.setDelays(delays).build();
        }
        Backoff.Exponential growing = (Backoff.Exponential) backoff;
        return wire.setExponential(ExponentialBackoff.newBuilder()
                        .setInitial(WireTime.duration(growing.initial()))
                        .setFactor(growing.factor())
                        .setMax(WireTime.duration(growing.max())))
                .build();
    }
}
