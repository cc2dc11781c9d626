package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Replaced;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobEditControllerTest {

    private static final String FULL = "/jobs/" + Samples.FULL;
    private static final JobDefinition FULL_DEFINITION = Samples.full().job().definition();

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    @BeforeEach
    void forget() {
        door.owners().asked.clear();
    }

    // ---- patch

    @Test
    void a_patch_changes_what_it_names_and_is_answered_with_the_whole_job() throws IOException, InterruptedException {
        HttpResponse<String> answer = patch(FULL, "{\"priority\":3,\"time_zone\":\"Asia/Tokyo\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("ETag")).hasValue("\"7\"");
        assertThat(answer.body()).isEqualTo(door.get(FULL).body());
        assertThat(asked().definition().priority()).isEqualTo(3);
        assertThat(asked().definition().schedule())
                .isInstanceOfSatisfying(
                        ScheduleSpec.Cron.class,
                        cron -> assertThat(cron.timeZone()).isEqualTo("Asia/Tokyo"));
        assertThat(asked().definition().payload()).isEqualTo(FULL_DEFINITION.payload());
        assertThat(asked().revisions()).containsExactly(7L);
        assertThat(asked().existence()).isEqualTo(Existence.REQUIRED);
    }

    @Test
    void an_empty_patch_leaves_every_field_as_it_is() throws IOException, InterruptedException {
        patch(FULL, "{}");
        assertThat(asked().definition()).isEqualTo(FULL_DEFINITION);
        forget();
        patch("/v1/jobs/" + Samples.PLAIN, "{}");
        assertThat(asked().definition()).isEqualTo(Samples.plain().job().definition());
    }

    @Test
    void null_takes_a_field_back_to_its_default() throws IOException, InterruptedException {
        patch(FULL, """
                {"key":null,"payload":null,"http":null,"retry":null,"start_before_s":null,"jitter_s":null,"timing":null,
                 "labels":null,"ends_at":null,"starts_at":null,"pool":null,"timeout_s":null}""");
        assertThat(asked().definition().key()).isNull();
        assertThat(asked().definition().payload()).isNull();
        assertThat(asked().definition().http()).isNull();
        assertThat(asked().definition().labels()).isEmpty();
        assertThat(asked().definition().endsAt()).isNull();
        assertThat(asked().definition().pool()).isEqualTo("default");
        assertThat(asked().definition().timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(asked().definition().handler()).isEqualTo(FULL_DEFINITION.handler());
    }

    @Test
    void objects_are_merged_and_all_else_is_replaced() throws IOException, InterruptedException {
        patch(FULL, """
                {"labels":{"new":"1"},"retry":{"max":9},"http":{"headers":{"X-New":"2"}}}""");
        assertThat(asked().definition().labels())
                .containsEntry("new", "1")
                .containsAllEntriesOf(FULL_DEFINITION.labels());
        assertThat(asked().definition().retry().retriesMax()).isEqualTo(9);
        assertThat(asked().definition().retry().backoff())
                .isEqualTo(FULL_DEFINITION.retry().backoff());
        forget();
        patch("/jobs/" + Samples.PLAIN, "{\"retry\":{\"backoff\":[1,2],\"jitter\":0}}");
        assertThat(asked().definition().retry().backoff())
                .isEqualTo(new Backoff.Steps(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), 0));
    }

    @Test
    void a_time_of_the_other_kind_takes_the_place_of_the_one_there_is() throws IOException, InterruptedException {
        patch(FULL, "{\"run_at\":\"2026-12-01T00:00:00Z\",\"starts_at\":null,\"ends_at\":null}");
        assertThat(asked().definition().schedule())
                .isEqualTo(new ScheduleSpec.OneOff(Instant.parse("2026-12-01T00:00:00Z")));
        forget();
        patch("/jobs/" + Samples.PLAIN, "{\"schedule\":\"0 5 * * *\",\"run_at\":null}");
        assertThat(asked().definition().schedule()).isEqualTo(new ScheduleSpec.Cron("0 5 * * *", "UTC"));
    }

    @Test
    void a_patch_is_made_again_of_a_job_that_moved_on_unless_the_caller_minds()
            throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Refused(Refusal.STALE_REVISION, "the job is at revision 8"));
        assertThat(patch(FULL, "{\"priority\":3}").statusCode()).isEqualTo(200);
        assertThat(door.owners().asked).hasSize(2);

        door.owners().answerNext(new JobReply.Refused(Refusal.STALE_REVISION, "the job is at revision 8"));
        HttpResponse<String> answer = patch(FULL, "{\"priority\":3}", "If-Match", "\"7\"");
        assertThat(answer.statusCode()).isEqualTo(412);
        assertThat(answer.body()).contains("urn:carillon:problem:stale_revision");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"7\" | 200",
                "* | 200",
                "\"6\", \"7\" | 200",
                "\"6\" | 412",
                "W/\"7\" | 412",
                "\"abc\" | 412",
                "7 | 400",
                "\"7 | 400",
                "\"7\",, | 400"
            })
    void if_match_is_honoured(String header, int status) throws IOException, InterruptedException {
        assertThat(patch(FULL, "{\"priority\":3}", "If-Match", header).statusCode())
                .isEqualTo(status);
        assertThat(door.owners().asked).hasSize(status == 200 ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prio\":3} | prio",
                "{\"owner_id\":\"somebody else\"} | owner_id",
                "{\"owner_id\":5} | owner_id",
                "{\"labels\":{\"a\":5}} | labels.a",
                "{\"name\":null} | name",
                "{\"schedule\":null} | schedule",
                "{\"schedule\":\"0 5 * * *\",\"run_at\":\"2026-12-01T00:00:00Z\"} | run_at",
                "{\"priority\":10} | priority",
                "{\"job_id\":\"01890000-0000-7000-8000-00000000ffff\"} | job_id",
                "{\"retry\":{\"max\":-1}} | retry.max"
            })
    void a_patch_that_makes_no_valid_job_names_the_field_and_changes_nothing(String row)
            throws IOException, InterruptedException {
        String[] parts = row.split(" \\| ", 2);
        if (parts[1].equals("owner_id")) {
            door.owners().answerNext(new JobReply.Refused(Refusal.OWNER_FIXED, "cannot be changed"));
        }
        HttpResponse<String> answer = patch(FULL, parts[0]);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + parts[1] + "\"");
        door.owners().answerNext(new Replaced(Samples.FULL, 7, How.UNCHANGED));
    }

    @Test
    void a_body_that_is_no_merge_patch_is_refused() throws IOException, InterruptedException {
        assertThat(door.send(door.request(FULL)
                                .header("Content-Type", "application/json")
                                .method("PATCH", HttpRequest.BodyPublishers.ofString("{}")))
                        .statusCode())
                .isEqualTo(415);
        assertThat(patch(FULL, "[1]").statusCode()).isEqualTo(400);
        assertThat(patch(FULL, "{").statusCode()).isEqualTo(400);
        assertThat(patch("/jobs/nonsense", "{}").statusCode()).isEqualTo(400);
        assertThat(patch("/jobs/01890000-0000-7000-8000-00000000ffff", "{}").statusCode())
                .isEqualTo(404);
        assertThat(patch(FULL, "{}", "If-None-Match", "*").statusCode()).isEqualTo(400);
        assertThat(door.owners().asked).isEmpty();
    }

    @Test
    void refusals_of_the_owner_have_their_status() throws IOException, InterruptedException {
        for (Map.Entry<Refusal, Integer> each : Map.of(
                        Refusal.KEY_TAKEN,
                        409,
                        Refusal.EXACT_JOBS_FULL,
                        409,
                        Refusal.DELETED,
                        409,
                        Refusal.TOO_LATE,
                        409,
                        Refusal.NEVER_DUE,
                        400)
                .entrySet()) {
            door.owners().answerNext(new JobReply.Refused(each.getKey(), "no"));
            assertThat(patch(FULL, "{\"priority\":3}").statusCode())
                    .as(each.getKey().name())
                    .isEqualTo(each.getValue());
        }
    }

    // ---- put

    @Test
    void a_put_creates_or_replaces_under_the_id_of_its_path() throws IOException, InterruptedException {
        String body = "{\"name\":\"n\",\"schedule\":\"0 9 * * *\"}";
        door.owners().answerNext(new Replaced(Samples.FULL, 1, How.CREATED));
        HttpResponse<String> created = door.put(FULL, body);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("Location")).hasValue(FULL);
        assertThat(asked().existence()).isEqualTo(Existence.ANY);
        assertThat(asked().revisions()).isEmpty();
        assertThat(asked().definition().name()).isEqualTo("n");

        door.owners().answerNext(new Replaced(Samples.FULL, 7, How.UNCHANGED));
        HttpResponse<String> same = door.put(FULL, body);
        assertThat(same.statusCode()).isEqualTo(200);
        assertThat(same.headers().firstValue("ETag")).hasValue("\"7\"");
        assertThat(same.headers().firstValue("Location")).isEmpty();
    }

    @Test
    void conditions_of_a_put_go_to_the_owner_and_come_back_as_412() throws IOException, InterruptedException {
        String body = "{\"name\":\"n\",\"schedule\":\"0 9 * * *\"}";
        door.owners().answerNext(new JobReply.Refused(Refusal.EXISTS, "exists"));
        assertThat(put(FULL, body, "If-None-Match", "*").statusCode()).isEqualTo(412);
        assertThat(asked().existence()).isEqualTo(Existence.FORBIDDEN);
        forget();
        door.owners().answerNext(new JobReply.Refused(Refusal.STALE_REVISION, "stale"));
        assertThat(put(FULL, body, "If-Match", "\"6\"").statusCode()).isEqualTo(412);
        assertThat(asked().revisions()).containsExactly(6L);
        door.owners().answerNext(new JobReply.Refused(Refusal.NOT_FOUND, "no such job"));
        assertThat(put(FULL, body, "If-Match", "*").statusCode()).isEqualTo(412);
        assertThat(put(FULL, body, "If-None-Match", "\"7\"").statusCode()).isEqualTo(400);
        assertThat(put(FULL, body.replace("{", "{\"job_id\":\"" + Samples.PLAIN + "\","), "X", "y")
                        .statusCode())
                .isEqualTo(400);
        assertThat(door.put(FULL, "{\"name\":\"n\"}").statusCode()).isEqualTo(400);
    }

    private static Replace asked() {
        JobCommand last = door.owners().asked.get(door.owners().asked.size() - 1);
        return (Replace) last;
    }

    private static HttpResponse<String> put(String path, String json, String header, String value)
            throws IOException, InterruptedException {
        return door.send(door.request(path)
                .header("Content-Type", "application/json")
                .header(header, value)
                .PUT(HttpRequest.BodyPublishers.ofString(json)));
    }

    private static HttpResponse<String> patch(String path, String json) throws IOException, InterruptedException {
        return patch(path, json, "X-Nothing", "1");
    }

    private static HttpResponse<String> patch(String path, String json, String header, String value)
            throws IOException, InterruptedException {
        return door.send(door.request(path)
                .header("Content-Type", "application/merge-patch+json")
                .header(header, value)
                .method("PATCH", HttpRequest.BodyPublishers.ofString(json)));
    }
}
