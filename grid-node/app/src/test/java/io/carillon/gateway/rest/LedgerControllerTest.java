package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.StoredLedger;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LedgerControllerTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    @Test
    void a_window_names_runs_skips_and_what_is_missing() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                door.get("/v1/jobs/" + Samples.FULL + "/ledger?from=2026-02-22T00:00:00Z&to=2026-02-27T00:00:00Z");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"job_id\":\"" + Samples.FULL + "\",\"from\":\"2026-02-22T00:00:00Z\","
                        + "\"to\":\"2026-02-27T00:00:00Z\",\"planned_through\":\"2026-02-28T10:00:00Z\","
                        + "\"expected\":5,\"unaccounted\":1,\"runs\":["
                        + "{\"nominal_at\":\"2026-02-24T09:00:00Z\",\"run_id\":\"" + StoredLedger.runId(24)
                        + "\",\"status\":\"queued\"},"
                        + "{\"nominal_at\":\"2026-02-25T09:00:00Z\",\"run_id\":\"" + StoredLedger.runId(25)
                        + "\",\"status\":\"queued\"}],\"skips\":["
                        + "{\"nominal_first\":\"2026-02-22T09:00:00Z\",\"nominal_last\":\"2026-02-23T09:00:00Z\","
                        + "\"n\":2,\"reason\":\"misfire\",\"open\":false}],\"discrepancies\":["
                        + "{\"kind\":\"missing\",\"nominal_at\":\"2026-02-26T09:00:00Z\",\"n\":1}],"
                        + "\"next_cursor\":null}");
    }

    @Test
    void without_a_window_it_is_all_up_to_now_and_the_pause_that_goes_on_is_in_it()
            throws IOException, InterruptedException {
        JsonNode all = ledger("");
        assertThat(all.get("from").asString()).isEqualTo("2026-01-30T00:00:00Z");
        assertThat(all.get("to").asString()).isEqualTo("2026-03-01T12:00:00Z");
        assertThat(all.get("expected").asInt()).isEqualTo(10);
        assertThat(all.get("runs").size()).isEqualTo(6);
        JsonNode pause = all.get("skips").get(1);
        assertThat(pause.get("reason").asString()).isEqualTo("paused");
        assertThat(pause.get("open").asBoolean()).isTrue();
        assertThat(pause.get("nominal_first").asString()).isEqualTo("2026-03-01T09:00:00Z");
    }

    @Test
    void pages_add_up_to_the_window() throws IOException, InterruptedException {
        int expected = 0;
        int runs = 0;
        int unaccounted = 0;
        String cursor = "";
        do {
            JsonNode page = ledger("?limit=2" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
            expected += page.get("expected").asInt();
            runs += page.get("runs").size();
            unaccounted += page.get("unaccounted").asInt();
            cursor = page.get("next_cursor").isNull()
                    ? ""
                    : page.get("next_cursor").asString();
        } while (!cursor.isEmpty());
        assertThat(new int[] {expected, runs, unaccounted}).containsExactly(10, 6, 1);
    }

    @Test
    void what_is_wrong_is_named() throws IOException, InterruptedException {
        String path = "/jobs/" + Samples.FULL + "/ledger";
        assertThat(door.get(path + "?from=x").body()).contains("\"field\":\"from\"");
        assertThat(door.get(path + "?to=2026-03-01").body()).contains("\"field\":\"to\"");
        assertThat(door.get(path + "?from=2026-03-01T00:00:00Z&to=2026-02-01T00:00:00Z")
                        .body())
                .contains("\"field\":\"to\"");
        assertThat(door.get(path + "?limit=10001").body()).contains("\"field\":\"limit\"");
        assertThat(door.get(path + "?cursor=made-up").body()).contains("\"field\":\"cursor\"");
        assertThat(door.get("/jobs/garbage/ledger").statusCode()).isEqualTo(400);
        assertThat(door.get("/jobs/" + Samples.RETRIED + "/ledger").statusCode())
                .isEqualTo(404);
    }

    private static JsonNode ledger(String query) throws IOException, InterruptedException {
        return MAPPER.readTree(
                door.get("/jobs/" + Samples.FULL + "/ledger" + query).body());
    }
}
