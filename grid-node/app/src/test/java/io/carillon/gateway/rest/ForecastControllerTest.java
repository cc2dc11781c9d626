package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The door's store of outlooks is {@link StoredOutlooks}. */
class ForecastControllerTest {

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
    void all_pools_are_told_together_and_apart() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/forecast?minutes=2");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"minutes\":[{\"at\":\"2026-03-01T12:00:00Z\",\"due\":843},"
                        + "{\"at\":\"2026-03-01T12:01:00Z\",\"due\":2}],\"recommended_workers\":2,"
                        + "\"counted_at\":\"2026-03-01T11:59:58Z\",\"shards_counted\":2,\"jobs_unreadable\":0,\"complete\":false,\"pools\":["
                        + "{\"pool\":\"default\",\"due\":[840,2],\"open\":0,\"mean_duration_s\":1,"
                        + "\"slots_per_worker\":20,\"recommended_workers\":1},"
                        + "{\"pool\":\"slow\",\"due\":[3,0],\"open\":5,\"mean_duration_s\":null,"
                        + "\"slots_per_worker\":20,\"recommended_workers\":1}]}");
        assertThat(door.get("/v1/forecast?minutes=2").body()).isEqualTo(answer.body());
    }

    @Test
    void an_hour_is_told_where_nothing_is_said() throws IOException, InterruptedException {
        assertThat(door.get("/forecast").body())
                .contains("2026-03-01T12:59:00Z")
                .doesNotContain("2026-03-01T13:00:00Z");
    }

    @Test
    void one_pool_can_be_asked_for_also_one_without_anything_to_come() throws IOException, InterruptedException {
        assertThat(door.get("/forecast?pool=slow&minutes=1").body())
                .startsWith("{\"minutes\":[{\"at\":\"2026-03-01T12:00:00Z\",\"due\":3}],\"recommended_workers\":1,");
        assertThat(door.get("/forecast?pool=none&minutes=1").body())
                .startsWith("{\"minutes\":[{\"at\":\"2026-03-01T12:00:00Z\",\"due\":0}],\"recommended_workers\":0,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "61", "-1", "x"})
    void minutes_beyond_the_hour_are_refused(String minutes) throws IOException, InterruptedException {
        ProblemText.of(door.get("/forecast?minutes=" + minutes)).is(400, "invalid_request", "minutes");
    }
}
