package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RunFilter;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterControllerTest {

    private static final String CHOSEN = "01890000-0000-7000-8000-0000000000aa";

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
    void none_under_way() {
        door.deadLetters().redrives.clear();
    }

    @Test
    void a_dead_letter_is_a_run_with_payload_and_last_error() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/dead-letters");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("{\"dead_letters\":[{\"run_id\":\"" + Samples.DEAD + "\"")
                .contains(
                        "\"status\":\"dead\"",
                        "\"attempt\":3",
                        "\"reason\":\"retries_exhausted\"",
                        "\"error\":{\"type\":\"java.io.IOException\",\"message\":\"connection reset\",\"stack\":null}",
                        "\"owner_id\":\"acme\",\"pool\":\"reports\",\"attempt_count\":3,\"payload\":{\"n\": 1}")
                .endsWith("],\"next_cursor\":\"next-page\"}");
    }

    @Test
    void dead_letters_are_listed_by_what_is_asked() throws IOException, InterruptedException {
        door.get("/v1/dead-letters?owner_id=acme&pool=p&job_id=" + Samples.FULL
                + "&from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&limit=3&cursor=next-page");
        assertThat(door.deadLetters().filter)
                .isEqualTo(new RunFilter(
                        Samples.FULL,
                        "acme",
                        "p",
                        null,
                        Instant.parse("2026-03-01T00:00:00Z"),
                        Instant.parse("2026-03-02T00:00:00Z")));
        assertThat(door.deadLetters().limit).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor=mine", "limit=0", "limit=1001", "job_id=x", "from=yesterday"})
    void what_is_wrong_in_a_query_is_named(String query) throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/dead-letters?" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + query.replaceAll("=.*", "") + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/v1"})
    void one_is_redriven(String prefix) throws IOException, InterruptedException {
        HttpResponse<String> answer = door.call("POST", prefix + "/dead-letters/" + Samples.DEAD + "/redrive");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"run_id\":\"" + Samples.DEAD + "\"}");
        assertThat(door.owners().asked).contains(new JobCommand.RedriveRun(Principal.ANONYMOUS, Samples.DEAD));
    }

    @ParameterizedTest
    @CsvSource({"NOT_DEAD, 409, run_not_dead", "DELETED, 409, job_deleted", "NOT_FOUND, 404, not_found"})
    void a_refused_redrive_says_why(Refusal refusal, int status, String type) throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Refused(refusal, "because"));
        HttpResponse<String> answer = door.call("POST", "/dead-letters/" + Samples.DEAD + "/redrive");
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("urn:carillon:problem:" + type, "because");
    }

    @Test
    void many_are_redriven_by_filter_and_their_progress_is_shown() throws IOException, InterruptedException {
        HttpResponse<String> begun = door.post(
                "/v1/dead-letters:redrive",
                "{\"redrive_id\":\"" + CHOSEN + "\",\"filter\":{\"owner_id\":\"acme\",\"job_id\":\"" + Samples.FULL
                        + "\",\"pool\":\"p\",\"from\":\"2026-03-01T00:00:00Z\",\"to\":\"2026-03-02T00:00:00Z\"}}");
        assertThat(begun.statusCode()).isEqualTo(202);
        String location = begun.headers().firstValue("Location").orElseThrow();
        assertThat(location).isEqualTo("/v1/dead-letters/redrives/" + CHOSEN);
        assertThat(begun.body())
                .isEqualTo("{\"redrive_id\":\"" + CHOSEN + "\",\"status\":\"running\",\"filter\":{\"job_id\":\""
                        + Samples.FULL + "\",\"owner_id\":\"acme\",\"pool\":\"p\",\"from\":\"2026-03-01T00:00:00Z\","
                        + "\"to\":\"2026-03-02T00:00:00Z\"},\"created_at\":\"" + FixedTime.NOW
                        + "\",\"finished_at\":null,\"redriven\":0,\"refused\":0,\"last_run_id\":null}");
        assertThat(door.get(location).body()).isEqualTo(begun.body());

        HttpResponse<String> stopped = door.call("DELETE", location);
        assertThat(stopped.statusCode()).isEqualTo(200);
        assertThat(stopped.body()).contains("\"status\":\"stopped\"", "\"finished_at\":\"" + FixedTime.NOW + "\"");
        assertThat(door.call("DELETE", location).body()).as("twice").isEqualTo(stopped.body());
    }

    @Test
    void the_same_id_is_the_same_redrive() throws IOException, InterruptedException {
        String body = "{\"filter\":{},\"redrive_id\":\"" + CHOSEN + "\"}";
        door.post("/dead-letters:redrive", body);
        assertThat(door.post("/dead-letters:redrive", body).statusCode()).isEqualTo(202);
        assertThat(door.deadLetters().redrives.keySet()).containsExactly(UUID.fromString(CHOSEN));
    }

    @Test
    void no_more_than_twenty_are_under_way_at_once() throws IOException, InterruptedException {
        for (int i = 0; i < 20; i++) {
            UUID id = new UUID(7, i);
            RunFilter all = new RunFilter(null, null, null, null, null, null);
            door.deadLetters().begin(Redrive.begun(id, Principal.ANONYMOUS, all, FixedTime.NOW));
        }
        HttpResponse<String> answer = door.post("/dead-letters:redrive", "{\"filter\":{}}");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                | filter
                    {"filter":null}                   | filter
                    {"filter":[]}                     | filter
                    {"filter":{"job_id":"x"}}         | filter.job_id
                    {"filter":{"state":"dead"}}       | filter.state
                    {"filter":{"from":"today"}}       | filter.from
                    {"filter":{"owner_id":"\\u0000"}} | filter.owner_id
                    {"filter":{},"redrive_id":"1"}    | redrive_id
                    {"filter":{},"all":true}          | all
                    """)
    void what_is_wrong_in_a_body_is_named(String body, String field) throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post("/dead-letters:redrive", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + field + "\"");
        assertThat(door.deadLetters().redrives).isEmpty();
    }

    @Test
    void an_unknown_redrive_is_not_found() throws IOException, InterruptedException {
        assertThat(door.get("/dead-letters/redrives/" + CHOSEN).statusCode()).isEqualTo(404);
        assertThat(door.call("DELETE", "/dead-letters/redrives/" + CHOSEN).statusCode())
                .isEqualTo(404);
        assertThat(door.get("/dead-letters/redrives/x").statusCode()).isEqualTo(400);
    }
}
