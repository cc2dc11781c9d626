package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobCommand.Backfill;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a job that is due at 10:00 in Berlin every day of 2026. */
class BackfillControllerTest {

    private static final String PATH = "/jobs/" + Samples.FULL + "/backfill";

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

    @Test
    void a_window_is_run_by_its_nominal_times_from_the_first_to_before_its_end()
            throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post(
                PATH, "{\"from\":\"2026-01-05T09:00:00Z\",\"to\":\"2026-01-07T09:00:00Z\",\"request_id\":\"r\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        Instant first = Instant.parse("2026-01-05T09:00:00Z");
        Instant second = Instant.parse("2026-01-06T09:00:00Z");
        assertThat(answer.body())
                .isEqualTo("{\"runs\":[" + run(first) + "," + run(second) + "],\"continue_from\":null}");
        assertThat(asked(0).nominals()).containsExactly(first, second);
    }

    @Test
    void more_than_the_limit_says_where_to_continue_and_a_preview_writes_nothing()
            throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post(
                PATH + "?preview=true",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\",\"limit\":1}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"runs\":[{\"run_id\":null,\"nominal_at\":\"2026-01-05T09:00:00Z\"}],"
                        + "\"continue_from\":\"2026-01-06T09:00:00Z\"}");
        assertThat(door.owners().asked).isEmpty();
    }

    @Test
    void a_refusal_is_answered_and_a_window_without_occurrences_asks_nobody() throws IOException, InterruptedException {
        String window = "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\"}";
        door.owners().answerNext(new JobReply.Refused(Refusal.DELETED, "the job was deleted"));
        assertThat(door.post(PATH, window).statusCode()).isEqualTo(409);
        forget();
        HttpResponse<String> none =
                door.post(PATH, "{\"from\":\"2025-01-05T00:00:00Z\",\"to\":\"2025-02-01T00:00:00Z\"}");
        assertThat(none.statusCode()).isEqualTo(202);
        assertThat(none.body()).isEqualTo("{\"runs\":[],\"continue_from\":null}");
        assertThat(door.owners().asked).isEmpty();
        assertThat(door.post("/jobs/01890000-0000-7000-8000-00000000ffff/backfill", window)
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | from",
                "{\"from\":\"2026-01-05T00:00:00Z\"} | to",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2999-01-01T00:00:00Z\"} | to",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-01-05T00:00:00Z\"} | to",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\",\"limit\":10001} | limit",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\",\"limit\":0} | limit",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\",\"request_id\":\"\"} | request_id",
                "{\"from\":\"2026-01-05T00:00:00Z\",\"to\":\"2026-02-01T00:00:00Z\",\"until\":1} | until",
                "{\"from\":5,\"to\":\"2026-02-01T00:00:00Z\"} | from"
            })
    void a_bad_window_is_refused_by_the_name_of_its_field(String body, String field)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post(PATH, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + field + "\"");
        assertThat(door.owners().asked).isEmpty();
    }

    private static String run(Instant nominal) {
        return "{\"run_id\":\"" + RunId.of(Samples.FULL, nominal, Trigger.BACKFILL, "r") + "\",\"nominal_at\":\""
                + nominal + "\"}";
    }

    private static Backfill asked(int n) {
        return (Backfill) door.owners().asked.get(n);
    }
}
