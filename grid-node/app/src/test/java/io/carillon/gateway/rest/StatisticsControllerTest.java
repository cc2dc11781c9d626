package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Role;
import io.carillon.engine.statistics.RunStats;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.MemoryApiKeys;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StatisticsControllerTest {

    private static RestDoor door;
    private static RestDoor guarded;
    private static String acme;

    @BeforeAll
    static void open() {
        door = new RestDoor();
        guarded = new RestDoor(true);
        MemoryApiKeys store = guarded.bean(MemoryApiKeys.class);
        KeyText text = KeyText.of(new UUID(5, 1), store.nextSecret());
        store.put(ApiKey.made(text, "acme", Role.VIEWER, "k", "root", FixedTime.NOW, null));
        guarded.bean(KeyRing.class).refresh();
        acme = "Bearer " + text.text();
    }

    @AfterAll
    static void close() {
        door.close();
        guarded.close();
    }

    private static HttpResponse<String> asAcme(String path) throws IOException, InterruptedException {
        return guarded.send(guarded.request(path).GET().header("Authorization", acme));
    }

    @Test
    void a_window_is_told_with_its_outcomes_and_percentiles() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/statistics?pool=default");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"pool\":\"default\",\"from\":\"2026-03-01T11:55:00Z\",\"to\":\"2026-03-01T12:00:00Z\","
                        + "\"complete\":true,\"others\":0,\"starts\":0,\"succeeded\":0,\"failed\":0,\"dead\":0,\"lapsed\":0,\"cancelled\":0,"
                        + "\"start_delay\":{\"n\":0,\"mean_s\":null,\"p50_s\":null,\"p90_s\":null,\"p99_s\":null},"
                        + "\"duration\":{\"n\":4,\"mean_s\":0.250007,\"p50_s\":0.00001,\"p90_s\":1.015807,"
                        + "\"p99_s\":1.015807}}");
        assertThat(door.get("/v1/statistics").body()).isEqualTo(answer.body());
    }

    @Test
    void nothing_happened_is_told_apart_from_nothing_known() throws IOException, InterruptedException {
        assertThat(door.get("/statistics?owner_id=quiet").body())
                .startsWith("{\"owner_id\":\"quiet\",\"from\":\"2026-03-01T11:55:00Z\",\"to\":\"2026-03-01T12:00:00Z\","
                        + "\"complete\":true,\"others\":0,\"starts\":0,");
        assertThat(door.get("/statistics?job_id=" + Samples.plain().job().id()).body())
                .startsWith("{\"job_id\":\"" + Samples.plain().job().id()
                        + "\",\"from\":null,\"to\":null,\"complete\":false,\"others\":0,\"starts\":0,");
    }

    @Test
    void what_was_counted_together_for_want_of_room_is_told() throws IOException, InterruptedException {
        StoredStatistics statistics = door.bean(StoredStatistics.class);
        StatKey crowd = StatKey.owner("crowd");
        statistics.put(new StatWindow(crowd, FixedTime.NOW.toEpochMilli(), 8_000, new RunStats(), 12));
        assertThat(door.get("/statistics?owner_id=crowd").body())
                .startsWith("{\"owner_id\":\"crowd\",\"from\":\"2026-03-01T11:59:52Z\",\"to\":\"2026-03-01T12:00:00Z\","
                        + "\"complete\":false,\"others\":12,");
        statistics.windows.remove(crowd);
    }

    @Test
    void of_two_names_none_is_meant() throws IOException, InterruptedException {
        ProblemText.of(door.get("/statistics?pool=a&owner_id=b")).is(400, "invalid_request", "pool");
        ProblemText.of(door.get("/statistics?job_id=x")).is(400, "invalid_request", "job_id");
    }

    @Test
    void an_unknown_job_has_none() throws IOException, InterruptedException {
        ProblemText.of(door.get("/statistics?job_id=0190163d-0000-7000-8000-000000000000"))
                .is(404, "not_found", "");
    }

    @Test
    void an_owner_sees_its_own_and_no_pool() throws IOException, InterruptedException {
        assertThat(asAcme("/statistics").body()).startsWith("{\"owner_id\":\"acme\"");
        assertThat(asAcme("/statistics?owner_id=acme").statusCode()).isEqualTo(200);
        ProblemText.of(asAcme("/statistics?owner_id=other")).is(403, "forbidden", "");
        ProblemText.of(asAcme("/statistics?pool=default")).is(403, "forbidden", "");
        ProblemText.of(asAcme("/forecast")).is(403, "forbidden", "");
    }

    @Test
    void where_they_are_switched_off_it_is_said() throws IOException, InterruptedException {
        StoredStatistics statistics = door.bean(StoredStatistics.class);
        statistics.off = true;
        HttpResponse<String> answer = door.get("/statistics");
        statistics.off = false;
        ProblemText.of(answer).is(501, "statistics_off", "");
        assertThat(answer.body()).contains("carillon.jet.enabled");
    }
}
