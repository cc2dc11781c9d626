package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.Payload;
import io.carillon.gateway.api.BatchDesk;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobBatchTest {

    private static final String JOB = "{\"name\":\"hello\",\"schedule\":\"0 9 * * *\"}";
    private static final String ID = "00000000-0000-4000-8000-00000000000";

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
    void forget_what_was_asked() {
        door.owners().asked.clear();
    }

    @Test
    void each_job_has_its_result_in_its_place() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post(
                "/v1/jobs:batch",
                "{\"jobs\":[" + named("a", 1) + ",{\"name\":\"b\"},17,"
                        + named("c", 2).replace("}", ",\"colour\":\"red\"}") + "," + named("d", 3) + "]}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(created().stream().map(create -> create.definition().name()).toList())
                .containsExactly("a", "d");
        String[] results = answer.body().replace("{\"results\":[", "").split("(?<=}),(?=\\{)");
        assertThat(results).hasSize(5);
        assertThat(results[0]).contains("\"job_id\":\"" + ID + "1\"").contains("\"next_run_at\":\"2026");
        assertThat(results[1]).contains("\"status\":400").contains("\"field\":\"schedule\"");
        assertThat(results[2]).contains("urn:carillon:problem:invalid_request").contains("must be an object");
        assertThat(results[3]).contains("\"field\":\"colour\"").contains("is not a known field");
        assertThat(results[4]).contains("\"job_id\":\"" + ID + "3\"");
    }

    @Test
    void what_the_owner_refuses_is_told_in_its_place() throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Refused(Refusal.KEY_TAKEN, "job x of this owner has the same key"));
        HttpResponse<String> answer = door.post("/jobs:batch", "{\"jobs\":[" + JOB + "," + JOB + "]}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("{\"results\":[{\"error\":{\"type\":\"urn:carillon:problem:key_taken\"")
                .contains("},{\"job_id\":\"");
    }

    @Test
    void a_payload_is_taken_as_it_was_written() throws IOException, InterruptedException {
        door.post(
                "/jobs:batch", "{\"jobs\":[ {\"name\":\"ü\",\"schedule\":\"0 9 * * *\",\"payload\":{\"a\": [1.0]} }]}");

        assertThat(created().get(0).definition().payload()).isEqualTo(payloadOf("{\"a\": [1.0]}"));
    }

    @Test
    void ids_follow_from_the_key_and_the_place() throws IOException, InterruptedException {
        String body = "{\"jobs\":[" + JOB + "," + JOB + "," + named("n", 7) + "]}";
        HttpResponse<String> first = keyed(body);
        HttpResponse<String> again = keyed(body);

        assertThat(again.body()).isEqualTo(first.body());
        assertThat(created()).hasSize(3);
        assertThat(created().get(0).jobId()).isNotEqualTo(created().get(1).jobId());
        assertThat(created().get(2).jobId()).hasToString(ID + "7");
        assertThat(keyed("{\"jobs\":[" + JOB + "]}").statusCode()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 400 | jobs",
                "{\"jobs\":[]} | 400 | jobs",
                "{\"jobs\":{}} | 400 | jobs",
                "{\"jobs\":null} | 400 | jobs",
                "{\"jobs\":[],\"x\":1} | 400 | x",
                "[] | 400 | object",
                "{\"jobs\":[{\"name\":\"a\"} | 400 | malformed_json",
                "{\"jobs\":[{\"name\":\"a\"}]} x | 400 | malformed_json",
                "{\"jobs\":[{\"name\":\"a\",\"name\":\"b\"}]} | 400 | malformed_json",
            })
    void a_body_that_is_no_batch_makes_nothing(String body, int status, String word)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post("/jobs:batch", body);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(word);
        assertThat(created()).isEmpty();
    }

    @Test
    void ten_thousand_are_taken_and_one_more_is_not() throws IOException, InterruptedException {
        String jobs = IntStream.range(0, BatchDesk.JOBS_MAX).mapToObj(i -> JOB).collect(Collectors.joining(","));

        HttpResponse<String> tooMany = door.post("/jobs:batch", "{\"jobs\":[" + jobs + "," + JOB + "]}");
        assertThat(tooMany.statusCode()).isEqualTo(413);
        assertThat(created()).isEmpty();
        HttpResponse<String> all = door.post("/jobs:batch", "{\"jobs\":[" + jobs + "]}");
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(created()).hasSize(BatchDesk.JOBS_MAX);
    }

    @Test
    void a_body_beyond_the_bound_is_refused() throws IOException, InterruptedException {
        String padding = " ".repeat(JobBatchController.BYTES_MAX);

        HttpResponse<String> answer = door.post("/jobs:batch", "{\"jobs\":[" + JOB + padding + "]}");
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(door.post("/jobs:batch", "{\"jobs\":[" + JOB + "]}").statusCode())
                .isEqualTo(200);
    }

    private static Payload payloadOf(String json) {
        return Payload.ofUtf8(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String named(String name, int id) {
        return "{\"name\":\"" + name + "\",\"schedule\":\"0 9 * * *\",\"job_id\":\"" + ID + id + "\"}";
    }

    private static HttpResponse<String> keyed(String body) throws IOException, InterruptedException {
        return door.send(door.request("/jobs:batch")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "batch-1")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static List<JobCommand.Create> created() {
        return door.owners().asked.stream()
                .filter(JobCommand.Create.class::isInstance)
                .map(JobCommand.Create.class::cast)
                .toList();
    }
}
