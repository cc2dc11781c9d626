package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.carillon.client.CarillonClient;
import io.carillon.client.CarillonException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** API keys on real members: owners that know nothing of one another, revocation, rotation, an outage, the audit log. */
@Tag("process")
class AccessTest {

    private static final List<String> GUARDED = List.of("--carillon.security.enabled=true");
    private static final String JOB = "{\"name\":\"j\",\"schedule\":\"0 9 * * *\",\"timing\":\"exact\"}";
    private static final String DEAD_JOB = "{\"name\":\"d\",\"run_at\":\"2030-01-01T00:00:00Z\",\"pool\":\"%s\","
            + "\"http\":{\"url\":\"http://127.0.0.1:1/\",\"method\":\"POST\"},\"retry\":{\"max\":0}}";

    @TempDir
    private Path dir;

    private static String made(KeyedRest admin, String role, String owner) throws IOException, InterruptedException {
        return admin.json(
                        "POST",
                        "/api-keys",
                        "{\"name\":\"" + role + " of " + owner + "\",\"role\":\"" + role + "\",\"owner_id\":\"" + owner
                                + "\"}")
                .get("api_key")
                .asString();
    }

    @Test
    @Timeout(value = 5, unit = MINUTES)
    void an_owner_learns_nothing_of_another_one() throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, GUARDED)) {
            String root = carillon.makeKey("admin");
            carillon.member(0).process().start();
            int port = carillon.member(0).restPort();
            KeyedRest admin = new KeyedRest(port, root);
            JavaProcess worker =
                    carillon.addWorker("keyed", 0, List.of("--carillon.worker.api-key=" + made(admin, "worker", "*")));
            worker.start();
            KeyedRest acme = new KeyedRest(port, made(admin, "operator", "acme"));
            KeyedRest globex = new KeyedRest(port, made(admin, "operator", "globex"));
            KeyedRest acmeAdmin = new KeyedRest(port, made(admin, "admin", "acme"));

            String job = acme.json("POST", "/jobs", JOB).get("job_id").asString();
            globex.json("POST", "/jobs", JOB);
            assertThat(acme.get("/jobs/" + job).get("owner_id").asString()).isEqualTo("acme");
            String run = acme.json("POST", "/jobs/" + job + "/trigger", "{}")
                    .get("run_id")
                    .asString();
            String dying = acme.json("POST", "/jobs", DEAD_JOB.formatted("default"))
                    .get("job_id")
                    .asString();
            String dead = acme.json("POST", "/jobs/" + dying + "/trigger", "{}")
                    .get("run_id")
                    .asString();
            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            acme.get("/runs/" + dead).get("status").asString().equals("dead"));
            String redrive = acme.json("POST", "/dead-letters:redrive", "{\"filter\":{\"job_id\":\"" + job + "\"}}")
                    .get("redrive_id")
                    .asString();

            // Another owner's things are not there, whatever is asked of them.
            List<String> strange = new ArrayList<>();
            for (String call : List.of(
                    "GET /jobs/" + job,
                    "GET /jobs/" + job + "/runs",
                    "GET /jobs/" + job + "/next",
                    "GET /jobs/" + job + "/ledger",
                    "GET /jobs/" + job + "/explain?at=2026-03-28T02:30",
                    "PATCH /jobs/" + job + " {\"priority\":1}",
                    "POST /jobs/" + job + "/pause",
                    "POST /jobs/" + job + "/resume",
                    "POST /jobs/" + job + "/trigger {}",
                    "POST /jobs/" + job
                            + "/backfill {\"from\":\"2026-02-01T00:00:00Z\",\"to\":\"2026-02-02T00:00:00Z\"}",
                    "DELETE /jobs/" + job,
                    "GET /runs/" + run,
                    "GET /runs/" + run + "/explain",
                    "POST /runs/" + run + "/cancel",
                    "POST /dead-letters/" + dead + "/redrive",
                    "GET /dead-letters/redrives/" + redrive,
                    "DELETE /dead-letters/redrives/" + redrive)) {
                String[] parts = call.split(" ", 3);
                String body = parts.length == 3 ? parts[2] : "";
                HttpResponse<String> theirs = globex.call(parts[0], parts[1], body);
                // The same as of an id that nobody has, but for the id.
                String nobodys = new UUID(0x0190000000007000L, 0x8000000000000001L).toString();
                HttpResponse<String> none = globex.call(
                        parts[0],
                        parts[1].replace(job, nobodys)
                                .replace(run, nobodys)
                                .replace(dead, nobodys)
                                .replace(redrive, nobodys),
                        body);
                if (theirs.statusCode() != 404
                        || (none.statusCode() == 404
                                && !theirs.body()
                                        .replaceAll("[0-9a-f-]{36}", "")
                                        .equals(none.body().replaceAll("[0-9a-f-]{36}", "")))) {
                    strange.add(call + " -> " + theirs.statusCode() + " " + theirs.body() + " beside " + none.body());
                }
            }
            assertThat(strange).isEmpty();
            assertThat(acme.get("/jobs/" + job).get("revision").asInt()).isEqualTo(1);

            // Lists show one's own, whatever is asked for, and also from another's cursor.
            for (String list : List.of(
                    "/jobs?",
                    "/jobs?owner_id=acme&",
                    "/runs?",
                    "/runs?owner_id=acme&",
                    "/runs?job_id=" + job + "&",
                    "/dead-letters?",
                    "/dead-letters?job_id=" + dying + "&")) {
                assertThat(globex.get(list + "limit=100").toString())
                        .as(list)
                        .doesNotContain(job)
                        .doesNotContain(run)
                        .doesNotContain(dead)
                        .doesNotContain("acme");
            }
            acme.json("POST", "/jobs", JOB);
            String cursor = acme.get("/jobs?limit=1").get("next_cursor").asString();
            assertThat(globex.get("/jobs?cursor=" + cursor).toString()).doesNotContain("acme");

            // Naming another owner is refused, not passed over.
            String forAcme = JOB.replace("{\"name\"", "{\"owner_id\":\"acme\",\"name\"");
            assertThat(globex.status("POST", "/jobs", forAcme)).isEqualTo(403);
            assertThat(globex.status("PUT", "/jobs/" + UUID.randomUUID(), forAcme))
                    .isEqualTo(403);
            assertThat(globex.json("POST", "/jobs:batch", "{\"jobs\":[" + forAcme + "," + JOB + "]}")
                            .toString())
                    .contains("urn:carillon:problem:forbidden");
            assertThat(globex.status("POST", "/dead-letters:redrive", "{\"filter\":{\"owner_id\":\"acme\"}}"))
                    .isEqualTo(403);
            assertThat(globex.status("GET", "/owners/acme/quota", "")).isEqualTo(403);
            assertThat(acmeAdmin.status("GET", "/owners/globex/alerts", "")).isEqualTo(403);
            assertThat(acmeAdmin.status("PUT", "/owners/globex/alerts", "{\"webhook_url\":null}"))
                    .isEqualTo(403);
            assertThat(acmeAdmin.status("PUT", "/owners/acme/quota", "{}")).isEqualTo(403);
            assertThat(acmeAdmin.status("POST", "/api-keys", "{\"name\":\"x\",\"role\":\"admin\",\"owner_id\":\"*\"}"))
                    .isEqualTo(403);
            assertThat(acmeAdmin.status(
                            "POST", "/api-keys", "{\"name\":\"x\",\"role\":\"viewer\",\"owner_id\":\"globex\"}"))
                    .isEqualTo(403);

            // One Idempotency-Key of two callers is two keys.
            JsonNode mine = acme.json("POST", "/jobs", JOB, "Idempotency-Key", "same");
            JsonNode theirs = globex.json("POST", "/jobs", JOB, "Idempotency-Key", "same");
            assertThat(theirs.get("job_id")).isNotEqualTo(mine.get("job_id"));
            assertThat(acme.json("POST", "/jobs", JOB, "Idempotency-Key", "same")
                            .get("job_id"))
                    .isEqualTo(mine.get("job_id"));

            // The owner's admin sees what was done to its own things, by whom, and nothing else.
            JsonNode log = acmeAdmin.get("/audit?target=" + job);
            assertThat(log.get("entries")).hasSize(2);
            assertThat(log.at("/entries/0/action").asString()).isEqualTo("job.triggered");
            assertThat(log.at("/entries/0/after/run_id").asString()).isEqualTo(run);
            assertThat(log.at("/entries/1/action").asString()).isEqualTo("job.created");
            assertThat(log.at("/entries/1/name").asString()).isEqualTo("operator of acme");
            assertThat(log.at("/entries/1/address").asString()).isEqualTo("127.0.0.1");
            assertThat(acmeAdmin.get("/audit?limit=1000").toString()).doesNotContain("globex");
            assertThat(acmeAdmin.get("/api-keys").toString())
                    .doesNotContain("globex")
                    .doesNotContain("worker of");
            assertThat(admin.get("/audit?limit=1000").toString()).contains("globex", "api_key.created", "first admin");
            assertThat(admin.json("PUT", "/owners/acme/quota", "{\"max_jobs\":100}")
                            .toString())
                    .contains("100");
            assertThat(acmeAdmin
                            .get("/audit?action=quota.changed")
                            .at("/entries/0/after/max_jobs")
                            .asString())
                    .isEqualTo("100");

            // What the key is, is in no log of any process.
            assertThat(carillon.member(0).process().said()).doesNotContain(root);
            assertThat(worker.said()).doesNotContainPattern("carillon_[0-9a-f]{32}_");
        }
    }

    @Test
    @Timeout(value = 5, unit = MINUTES)
    void a_revoked_key_is_good_nowhere_within_seconds_and_known_keys_outlive_an_outage() throws Exception {
        try (Installation carillon = new Installation(dir, 2, 0, GUARDED)) {
            String root = carillon.makeKey("admin");
            carillon.member(0).process().launch();
            carillon.member(1).process().launch();
            carillon.member(0).process().awaitReady();
            carillon.member(1).process().awaitReady();
            KeyedRest here = new KeyedRest(carillon.member(0).restPort(), root);
            KeyedRest there = new KeyedRest(carillon.member(1).restPort(), root);

            JsonNode workersKey =
                    here.json("POST", "/api-keys", "{\"name\":\"w\",\"role\":\"worker\",\"owner_id\":\"*\"}");
            JavaProcess worker = carillon.addWorker(
                    "keyed",
                    1,
                    List.of("--carillon.worker.api-key="
                            + workersKey.get("api_key").asString()));
            worker.start();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> there.get("/cluster").get("workers").size() == 1);

            // A key made here is good there, and of a rotated one both texts are.
            JsonNode viewer =
                    here.json("POST", "/api-keys", "{\"name\":\"v\",\"role\":\"viewer\",\"owner_id\":\"acme\"}");
            String id = viewer.get("key_id").asString();
            KeyedRest first = new KeyedRest(
                    carillon.member(1).restPort(), viewer.get("api_key").asString());
            await().atMost(Duration.ofSeconds(5)).until(() -> first.status("GET", "/jobs", "") == 200);
            String text = here.json("POST", "/api-keys/" + id + "/rotate", "{\"grace_s\":2}")
                    .get("api_key")
                    .asString();
            KeyedRest second = new KeyedRest(carillon.member(1).restPort(), text);
            await().atMost(Duration.ofSeconds(5)).until(() -> second.status("GET", "/jobs", "") == 200);
            await().atMost(Duration.ofSeconds(10)).until(() -> first.status("GET", "/jobs", "") == 401);

            // Over gRPC as well.
            try (CarillonClient client = CarillonClient.builder()
                            .target("127.0.0.1:" + carillon.member(1).grpcPort())
                            .apiKey(text)
                            .build();
                    CarillonClient nobody = CarillonClient.builder()
                            .target("127.0.0.1:" + carillon.member(1).grpcPort())
                            .build()) {
                assertThat(client.getQuota("acme").maxExactJobs()).isEqualTo(1_000);
                assertThatThrownBy(() -> client.getQuota("globex")).isInstanceOf(CarillonException.Denied.class);
                assertThatThrownBy(() -> nobody.getQuota("acme"))
                        .isInstanceOfSatisfying(
                                CarillonException.Denied.class,
                                denied -> assertThat(denied.type()).isEqualTo("unauthenticated"));
            }

            // PostgreSQL away: known keys are still known, so that workers go on; nothing else is.
            carillon.killPostgres();
            await().atMost(Duration.ofSeconds(30)).until(() -> second.status("GET", "/jobs", "") == 503);
            assertThat(second.status("GET", "/cluster", "")).isEqualTo(403);
            assertThat(there.get("/cluster").get("workers")).hasSize(1);
            assertThat(new KeyedRest(carillon.member(1).restPort(), null).status("GET", "/jobs", ""))
                    .isEqualTo(401);
            carillon.startPostgres();
            await().atMost(Duration.ofMinutes(1)).until(() -> second.status("GET", "/jobs", "") == 200);

            // Revoked here, refused there; the worker's stream ends, and no new one begins.
            assertThat(here.status("DELETE", "/api-keys/" + id, "")).isEqualTo(204);
            await().atMost(Duration.ofSeconds(5)).until(() -> second.status("GET", "/jobs", "") == 401);
            assertThat(here.status(
                            "DELETE", "/api-keys/" + workersKey.get("key_id").asString(), ""))
                    .isEqualTo(204);
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> there.get("/cluster").get("workers").isEmpty());
            await().atMost(Duration.ofSeconds(20)).until(() -> worker.said().contains("UNAUTHENTICATED"));
            assertThat(here.get("/api-keys").toString()).contains("revoked_at").doesNotContain(text);
        }
    }
}
