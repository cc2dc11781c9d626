package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.client.CarillonClient;
import io.carillon.client.CarillonException;
import io.carillon.client.JobRequest;
import io.carillon.client.JobUpdate;
import io.carillon.client.QuotaLimits;
import io.carillon.client.Timing;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An owner's limits, over every door that makes or changes jobs, and over a restart. */
@Tag("process")
class QuotaTest {

    private static final String JOB = "{\"name\":\"j\",\"owner_id\":\"acme\",\"schedule\":\"0 9 * * *\"}";

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void no_door_lets_in_more_than_an_owner_may_have() throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, List.of())) {
            carillon.member(0).process().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            try (CarillonClient client = CarillonClient.builder()
                    .target("127.0.0.1:" + carillon.member(0).grpcPort())
                    .build()) {
                assertThat(rest.put("/owners/acme/quota", "{\"max_jobs\":10,\"max_exact_jobs\":2}")
                                .get("jobs")
                                .asInt())
                        .isZero();
                rest.post("/jobs", JOB);
                assertThat(made(rest.post("/jobs:batch", "{\"jobs\":[" + JOB + "," + JOB + "]}")))
                        .isEqualTo(2);
                List<UUID> jobs = feed(client, 4);
                assertThat(jobs).hasSize(4);
                JsonNode batch = rest.post(
                        "/jobs:batch", "{\"jobs\":[" + String.join(",", List.of(JOB, JOB, JOB, JOB, JOB)) + "]}");
                assertThat(made(batch)).isEqualTo(3);
                assertThat(batch.toString())
                        .contains("urn:carillon:problem:quota_exceeded")
                        .contains("owner acme may have 10 jobs (max_jobs)");
                assertThat(feed(client, 2)).isEmpty();
                assertThat(rest.statusOfPost("/jobs", JOB)).isEqualTo(409);
                assertThatThrownBy(() -> client.createJob(request()))
                        .isInstanceOfSatisfying(
                                CarillonException.Exhausted.class,
                                full -> assertThat(full.type()).isEqualTo("quota_exceeded"));
                assertThatThrownBy(() -> client.putJob(
                                new JobRequest(new UUID(9, 9), request().spec())))
                        .isInstanceOf(CarillonException.Exhausted.class);
                assertThat(client.getQuota("acme").jobs()).isEqualTo(10);

                client.updateJob(exact(jobs.get(0)));
                client.updateJob(exact(jobs.get(1)));
                assertThatThrownBy(() -> client.updateJob(exact(jobs.get(2))))
                        .isInstanceOf(CarillonException.Exhausted.class)
                        .hasMessageContaining("max_exact_jobs");
                client.deleteJob(jobs.get(0));
                client.updateJob(exact(jobs.get(2)));
                assertThat(client.getQuota("acme").exactJobs()).isEqualTo(2);
                assertThat(client.getQuota("acme").jobs()).isEqualTo(9);

                carillon.member(0).process().kill();
                carillon.member(0).process().start();
                rest.post("/jobs", JOB);
                assertThat(rest.statusOfPost("/jobs", JOB)).isEqualTo(409);
                client.setQuota("acme", new QuotaLimits(null, null, null));
                rest.post("/jobs", JOB);
                assertThat(client.getQuota("acme").jobs()).isNull();
                assertThat(carillon.number("SELECT count(*) FROM jobs WHERE status <> 2"))
                        .isEqualTo(11);
            }
        }
    }

    private static long made(JsonNode batch) {
        return IntStream.range(0, batch.get("results").size())
                .filter(i -> batch.get("results").get(i).has("job_id"))
                .count();
    }

    /** The ids of what could be made. */
    private static List<UUID> feed(CarillonClient client, int n) {
        List<UUID> made = new ArrayList<>();
        client.createJobs(IntStream.range(0, n).mapToObj(i -> request()).iterator(), result -> {
            if (result.created() != null) {
                made.add(result.jobId());
            }
        });
        return made;
    }

    private static JobUpdate exact(UUID job) {
        return JobUpdate.of(job).timing(Timing.EXACT);
    }

    private static JobRequest request() {
        return JobRequest.named("j")
                .owner("acme")
                .cron("0 9 * * *", ZoneId.of("UTC"))
                .build();
    }
}
