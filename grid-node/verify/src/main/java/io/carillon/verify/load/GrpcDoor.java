package io.carillon.verify.load;

import io.carillon.client.CarillonClient;
import io.carillon.client.CarillonException;
import io.carillon.client.ClientBuilder;
import io.carillon.client.HttpTarget;
import io.carillon.client.JobRequest;
import io.carillon.client.RetrySpec;
import io.carillon.client.TriggerRequest;
import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** All members asked with the product's Java client, which itself asks again within its deadline. Thread-safe. */
final class GrpcDoor implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(6);

    private final CarillonClient client;

    /** @param members one or more */
    GrpcDoor(List<Door> members, Keys keys) {
        ClientBuilder builder = CarillonClient.builder()
                .target(members.stream().map(Door::grpc).toArray(String[]::new))
                .deadline(DEADLINE);
        String key = keys.caller();
        if (key != null) {
            builder.apiKey(key);
        }
        if (members.stream().allMatch(Door::tls)) {
            builder.tls(null);
        }
        this.client = builder.build();
    }

    String name() {
        return "grpc";
    }

    /** Under the id that the plan has chosen, which is what makes a repeat harmless. */
    Told create(PlannedJob job) {
        return told(() -> client.createJob(request(job)).jobId());
    }

    Told trigger(UUID job, String requestId) {
        return told(() -> client.triggerJob(TriggerRequest.of(job).withRequestId(requestId)));
    }

    @Override
    public void close() {
        client.close();
    }

    private static Told told(Supplier<UUID> call) {
        try {
            return new Told(Outcome.ACKNOWLEDGED, "OK", call.get());
        } catch (CarillonException.Unavailable | CarillonException.Cancelled | CarillonException.Internal e) {
            return new Told(Outcome.UNKNOWN, e.type(), null);
        } catch (CarillonException e) {
            return new Told(Outcome.REFUSED, e.type(), null);
        }
    }

    /** One-offs are created here, and nothing that they do not have is set. */
    private static JobRequest request(PlannedJob job) {
        Definition definition = job.definition();
        JobRequest.Builder builder = JobRequest.named(definition.name())
                .jobId(job.chosenId())
                .payload(job.behaviour().toJson());
        Instant runAt = definition.runAt();
        if (runAt != null) {
            builder.oneOff(runAt);
        } else if (definition.schedule() != null) {
            String zone = definition.timeZone();
            builder.cron(definition.schedule(), ZoneId.of(zone == null ? "UTC" : zone));
        }
        if (definition.owner() != null) {
            builder.owner(definition.owner());
        }
        if (definition.pool() != null) {
            builder.pool(definition.pool());
        }
        if (definition.handler() != null) {
            builder.handler(definition.handler());
        }
        if (definition.url() != null) {
            builder.http(HttpTarget.post(definition.url()));
        }
        Integer retries = definition.retriesMax();
        List<Duration> backoff = definition.backoff();
        if (retries != null) {
            RetrySpec retry = RetrySpec.times(retries);
            builder.retry(backoff == null ? retry : retry.withDelays(backoff.toArray(Duration[]::new)));
        }
        if (definition.startBefore() != null) {
            builder.startBefore(definition.startBefore());
        }
        Integer priority = definition.priority();
        if (priority != null) {
            builder.priority(priority);
        }
        return builder.build();
    }
}
