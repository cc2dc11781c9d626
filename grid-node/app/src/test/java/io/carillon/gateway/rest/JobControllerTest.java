package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.StoredRows;
import io.carillon.gateway.json.JsonWriter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobControllerTest {

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    @AfterEach
    void bring_the_store_back() {
        door.rows().away = false;
    }

    @Test
    void a_created_job_is_answered_with_its_id_its_next_run_and_its_place() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post("/jobs", "{\"name\":\"hello\",\"schedule\":\"0 9 * * *\"}");

        JobDefinition definition = created().definition();
        String id = created().jobId().toString();
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("Location")).hasValue("/jobs/" + id);
        assertThat(answer.body())
                .isEqualTo("{\"job_id\":\"" + id + "\",\"next_run_at\":\"" + ScriptedOwners.NEXT + "\"}");
        assertThat(created().jobId().value().version()).isEqualTo(7);
        assertThat(definition)
                .isEqualTo(new JobDefinition(
                        "hello",
                        null,
                        "default",
                        new ScheduleSpec.Cron("0 9 * * *", "UTC"),
                        null,
                        "default",
                        "hello",
                        null,
                        RetryPolicy.DEFAULT,
                        Duration.ofMinutes(5),
                        null,
                        MisfirePolicy.RUN_ONCE,
                        Duration.ofMinutes(5),
                        OverlapPolicy.ALLOW,
                        Timing.DEFAULT,
                        null,
                        5,
                        null,
                        null,
                        Map.of()));
    }

    @Test
    void every_field_is_taken() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post("/v1/jobs", """
                {"name":"n","key":"k","owner_id":"o","schedule":"*/5 * * * *","time_zone":"Europe/Berlin",
                 "payload": {"a" : [1.50, null]}, "pool":"p","handler":"h",
                 "http":{"url":"https://example.org/x","method":"PUT","headers":{"X-A":"1"}},
                 "retry":{"max":7,"backoff":{"initial_s":1.5,"factor":3,"max_s":600,"jitter":0.5}},
                 "timeout_s":2.5,"start_before_s":60,"misfire":"run_all","misfire_after_s":30,
                 "overlap":"queue_one","timing":"flexible","jitter_s":120,"priority":9,
                 "starts_at":"2026-01-01T00:00:00Z","ends_at":"2027-01-01T01:00:00+01:00",
                 "job_id":"01890000-0000-7000-8000-0000000000aa","labels":{"team":"blue"}}""");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.headers().firstValue("Location")).hasValue("/v1/jobs/01890000-0000-7000-8000-0000000000aa");
        assertThat(created().definition())
                .isEqualTo(new JobDefinition(
                        "n",
                        "k",
                        "o",
                        new ScheduleSpec.Cron("*/5 * * * *", "Europe/Berlin"),
                        Payload.ofJson("{\"a\" : [1.50, null]}"),
                        "p",
                        "h",
                        new HttpTarget("https://example.org/x", "PUT", Map.of("X-A", "1")),
                        new RetryPolicy(
                                7, new Backoff.Exponential(Duration.ofMillis(1500), 3, Duration.ofMinutes(10), 0.5)),
                        Duration.ofMillis(2500),
                        Duration.ofMinutes(1),
                        MisfirePolicy.RUN_ALL,
                        Duration.ofSeconds(30),
                        OverlapPolicy.QUEUE_ONE,
                        Timing.FLEXIBLE,
                        Duration.ofMinutes(2),
                        9,
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2027-01-01T00:00:00Z"),
                        Map.of("team", "blue")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"max\":0}                              | 0 | [10,30,120]",
                "{\"backoff\":[1,2.5]}                    | 3 | [1,2.5]",
                "{\"backoff\":4}                          | 3 | 4",
                "{\"backoff\":{\"initial_s\":4}}          | 3 | 4",
                "{\"backoff\":7200}                       | 3 | 7200",
                "{\"backoff\":{\"initial_s\":4,\"jitter\":0}} | 3 | {\"initial_s\":4,\"factor\":2,\"max_s\":3600,\"jitter\":0}",
                "{\"max\":1000,\"backoff\":[10],\"jitter\":0} | 1000 | [10],\"jitter\":0",
            })
    void each_form_of_retry_is_taken_and_shown_in_its_shortest_form(String retry, int max, String shown)
            throws IOException, InterruptedException {
        String at = "\"run_at\":\"2026-03-01T13:00:00Z\"";
        assertThat(door.post("/jobs", "{\"name\":\"n\"," + at + ",\"retry\":" + retry + "}")
                        .statusCode())
                .isEqualTo(201);

        JobDefinition definition = created().definition();
        JobView view = new JobView(
                new Job(
                        Samples.PLAIN,
                        1,
                        JobStatus.ACTIVE,
                        definition,
                        FixedTime.NOW,
                        FixedTime.NOW,
                        null,
                        null,
                        1,
                        new UUID(0, 1)),
                null,
                false);
        String json = new String(
                JsonWriter.object(writer -> JobJson.write(writer, view, FixedTime.NOW)), StandardCharsets.UTF_8);
        assertThat(json).contains("\"retry\":{\"max\":" + max + ",\"backoff\":" + shown + "}");
    }

    @Test
    void a_one_off_in_the_past_and_a_fixed_rate_are_taken() throws IOException, InterruptedException {
        door.post("/jobs", "{\"name\":\"n\",\"run_at\":\"2001-01-01t00:00:00.1234567+02:00\"}");
        assertThat(created().definition().schedule())
                .isEqualTo(new ScheduleSpec.OneOff(Instant.parse("2000-12-31T22:00:00.123456Z")));
        door.post("/jobs", "{\"name\":\"n\",\"schedule\":\"@every 1m30s\"}");
        assertThat(created().definition().schedule())
                .isEqualTo(new ScheduleSpec.Every(Duration.ofSeconds(90), FixedTime.NOW));
    }

    @Test
    void a_target_without_a_handler_is_for_the_http_handler() throws IOException, InterruptedException {
        door.post("/jobs", "{\"name\":\"n\",\"schedule\":\"@daily\",\"http\":{\"url\":\"http://127.0.0.1:9/\"}}");
        assertThat(created().definition().handler()).isEqualTo("http");
        assertThat(created().definition().http()).isEqualTo(new HttpTarget("http://127.0.0.1:9/", "POST", Map.of()));
    }

    @Test
    void a_name_is_counted_in_characters_not_in_their_halves() throws IOException, InterruptedException {
        String name = "😀".repeat(200);
        assertThat(door.post("/jobs", "{\"name\":\"" + name + "\",\"schedule\":\"@daily\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(created().definition().name()).isEqualTo(name);
    }

    @Test
    void the_same_job_under_the_same_id_is_answered_again() throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Created(Samples.PLAIN, 1, null, true));
        HttpResponse<String> answer =
                door.post("/jobs", "{\"name\":\"n\",\"schedule\":\"@daily\",\"job_id\":\"" + Samples.PLAIN + "\"}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"job_id\":\"" + Samples.PLAIN + "\",\"next_run_at\":null}");
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, 404, not_found, ''",
        "DELETED, 409, job_deleted, ''",
        "ID_TAKEN, 409, id_taken, job_id",
        "KEY_TAKEN, 409, key_taken, key",
        "JOBS_FULL, 409, quota_exceeded, owner_id",
        "EXACT_JOBS_FULL, 409, quota_exceeded, timing",
        "NEVER_DUE, 400, invalid_request, schedule",
        "NOT_CANCELLABLE, 409, run_not_cancellable, ''",
        "NOT_DEAD, 409, run_not_dead, ''",
        "STORE_UNAVAILABLE, 503, store_unavailable, ''",
        "NOT_OWNER, 503, shard_moving, ''",
        "OVERLOADED, 503, overloaded, ''",
    })
    void a_refusal_of_the_owner_has_its_status(Refusal refusal, int status, String type, String field)
            throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Refused(refusal, "because"));
        HttpResponse<String> answer = door.post("/jobs", "{\"name\":\"n\",\"schedule\":\"@daily\"}");

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("\"type\":\"urn:carillon:problem:" + type + "\"", "because");
        if (!field.isEmpty()) {
            assertThat(answer.body()).contains("{\"field\":\"" + field + "\"");
        }
        assertThat(answer.headers().firstValue("Retry-After").isPresent()).isEqualTo(status == 503);
    }

    @Test
    void a_plain_job_is_shown_with_its_defaults() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/jobs/" + Samples.PLAIN);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("ETag")).hasValue("\"1\"");
        assertThat(answer.body()).isEqualTo(Golden.PLAIN_JOB);
        assertThat(door.get("/v1/jobs/" + Samples.PLAIN).body()).isEqualTo(Golden.PLAIN_JOB);
    }

    @Test
    void a_full_job_is_shown_with_all_it_has() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/jobs/" + Samples.FULL);
        assertThat(answer.headers().firstValue("ETag")).hasValue("\"7\"");
        assertThat(answer.body()).isEqualTo(Golden.FULL_JOB);
    }

    @Test
    void jobs_are_listed_with_a_cursor() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/jobs?owner_id=acme&status=paused&name=n&pool=p&limit=7");
        assertThat(answer.body())
                .isEqualTo(
                        "{\"jobs\":[" + Golden.PLAIN_JOB + "," + Golden.FULL_JOB + "],\"next_cursor\":\"next-page\"}");
        assertThat(door.rows().jobFilter).isEqualTo(new JobFilter("acme", "paused", "n", "p"));
        assertThat(door.rows().limit).isEqualTo(7);

        HttpResponse<String> last = door.get("/jobs?cursor=" + StoredRows.GOOD_CURSOR + "&status=");
        assertThat(last.body()).endsWith("\"next_cursor\":null}");
        assertThat(door.rows().jobFilter).isEqualTo(new JobFilter(null, null, null, null));
        assertThat(door.rows().limit).isEqualTo(100);
    }

    @Test
    void pause_resume_and_delete_answer_without_content() throws IOException, InterruptedException {
        String path = "/jobs/" + Samples.PLAIN;
        assertThat(door.call("POST", path + "/pause?hold=true").statusCode()).isEqualTo(204);
        assertThat(door.call("POST", path + "/resume").statusCode()).isEqualTo(204);
        assertThat(door.call("DELETE", path + "?cancel_running=true").statusCode())
                .isEqualTo(204);
        List<JobCommand> asked = door.owners().asked;
        assertThat(asked.subList(asked.size() - 3, asked.size()))
                .containsExactly(
                        new JobCommand.Pause(Principal.ANONYMOUS, Samples.PLAIN, true),
                        new JobCommand.Resume(Principal.ANONYMOUS, Samples.PLAIN),
                        new JobCommand.Delete(Principal.ANONYMOUS, Samples.PLAIN, true));
    }

    @Test
    void a_trigger_needs_no_body_and_makes_a_request_of_its_own_each_time() throws IOException, InterruptedException {
        String path = "/jobs/" + Samples.PLAIN + "/trigger";
        HttpResponse<String> first = door.call("POST", path);
        HttpResponse<String> second = door.call("POST", path);
        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(first.body()).matches("\\{\"run_id\":\"[0-9a-f-]{36}\"}").isNotEqualTo(second.body());

        HttpResponse<String> named = door.post(path, "{\"payload\":{\"a\":1},\"request_id\":\"r-1\"}");
        assertThat(named.statusCode()).isEqualTo(202);
        assertThat(door.owners().asked.get(door.owners().asked.size() - 1))
                .isEqualTo(new JobCommand.TriggerNow(
                        Principal.ANONYMOUS, Samples.PLAIN, Payload.ofJson("{\"a\":1}"), "r-1"));
    }

    @Test
    void the_coming_times_of_a_job_stay_within_its_bounds() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/jobs/" + Samples.FULL + "/next?n=2");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("{\"times\":[\"2026-03-02T09:00:00Z\",\"2026-03-03T09:00:00Z\"],\"description\":\"")
                .contains("Europe/Berlin");
        assertThat(door.get("/jobs/" + Samples.PLAIN + "/next").body())
                .startsWith("{\"times\":[\"2026-03-01T12:01:00Z\"],");
    }

    @Test
    void a_schedule_is_previewed_without_a_job() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post(
                "/schedules/preview",
                "{\"schedule\":\"30 2 * * *\",\"time_zone\":\"Europe/Berlin\",\"from\":\"2026-03-28T12:00:00Z\",\"n\":2}");
        assertThat(answer.body())
                .startsWith("{\"times\":[\"2026-03-29T01:00:00Z\",\"2026-03-30T00:30:00Z\"],\"description\":\"");
    }

    @Test
    void the_cluster_is_shown() throws IOException, InterruptedException {
        assertThat(door.get("/cluster").body())
                .isEqualTo(
                        "{\"member_id\":\"m1\",\"expected_size\":3,\"cp\":{\"seats\":3,\"members\":3,\"whole\":true},"
                                + "\"members\":[{\"member_id\":\"m1\",\"address\":\"127.0.0.1:5701\","
                                + "\"partitions\":271}],\"shards_served\":256,\"armed_jobs\":12,\"live_runs\":3,"
                                + "\"clock_error_bound_s\":0.0015,\"time_zones\":{\"tz_version\":\"2026b\","
                                + "\"runtime_tz_version\":\"2026a\",\"edition\":2,\"shards_behind\":7,"
                                + "\"jobs_replanned\":40,\"next_times_moved\":12},\"workers\":[{\"worker_id\":\"w1\",\"pool\":\"default\","
                                + "\"handlers\":[\"a\",\"b\"],\"any_handler\":false,\"slots\":20,\"free\":17,\"held\":3,"
                                + "\"draining\":false}]}");
    }

    @Test
    void without_the_store_nothing_is_shown_and_the_caller_may_come_back() throws IOException, InterruptedException {
        door.rows().away = true;
        for (String path : List.of("/jobs", "/jobs/" + Samples.PLAIN, "/runs", "/runs/" + Samples.RETRIED)) {
            HttpResponse<String> answer = door.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(answer.body()).contains("urn:carillon:problem:store_unavailable");
        }
    }

    private static JobCommand.Create created() {
        List<JobCommand> asked = door.owners().asked;
        return (JobCommand.Create) asked.get(asked.size() - 1);
    }
}
