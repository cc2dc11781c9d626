package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.api.Samples;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ExplainControllerTest {

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
    void a_run_says_why_it_waits() throws IOException, InterruptedException {
        assertThat(door.get("/runs/" + Samples.WAITING + "/explain").body())
                .isEqualTo("{\"run_id\":\"" + Samples.WAITING + "\",\"job_id\":\"" + Samples.PLAIN
                        + "\",\"status\":\"scheduled\",\"reason\":\"not_due\",\"explanation\":\"It is due at "
                        + "2026-03-01T12:01:00Z.\",\"until\":\"2026-03-01T12:01:00Z\",\"worker_id\":null,\"attempt\":0,"
                        + "\"retries_left\":5,\"job_status\":\"active\",\"pool\":\"reports\",\"handler\":\"http\","
                        + "\"worker_connected\":null,\"free_slots\":null,\"last_error\":null}");
        assertThat(door.get("/v1/runs/" + Samples.RETRIED + "/explain").body()).contains("\"reason\":\"succeeded\"");
    }

    @Test
    void a_time_is_explained() throws IOException, InterruptedException {
        assertThat(door.get("/jobs/" + Samples.FULL + "/explain?at=2026-03-28T10:01")
                        .body())
                .isEqualTo("{\"job_id\":\"" + Samples.FULL + "\",\"at\":\"2026-03-28T09:01:00Z\","
                        + "\"local\":\"2026-03-28T10:01\",\"time_zone\":\"Europe/Berlin\",\"runs\":false,"
                        + "\"reason\":\"not_scheduled\",\"explanation\":\"The schedule does not name this time: its minute"
                        + " does not match.\",\"unmatched\":[\"minute\"],\"nominal_at\":null,\"due_at\":null,"
                        + "\"run_id\":null,\"previous_at\":\"2026-03-28T09:00:00Z\","
                        + "\"next_at\":\"2026-03-29T08:00:00Z\"}");
    }

    @Test
    void what_is_wrong_is_named() throws IOException, InterruptedException {
        assertThat(door.get("/jobs/" + Samples.FULL + "/explain").body()).contains("\"field\":\"at\"");
        assertThat(door.get("/jobs/" + Samples.FULL + "/explain?at=x").body()).contains("\"field\":\"at\"");
        assertThat(door.get("/jobs/" + Samples.RETRIED + "/explain?at=2026-03-28T10:01")
                        .statusCode())
                .isEqualTo(404);
        assertThat(door.get("/runs/" + Samples.DEAD + "/explain").statusCode()).isEqualTo(404);
        assertThat(door.get("/runs/garbage/explain").statusCode()).isEqualTo(400);
    }
}
