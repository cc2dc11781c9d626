package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.domain.access.Role;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.MemoryApiKeys;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keys over REST. The door is open here: everybody is an admin of all owners. */
class ApiKeyControllerTest {

    private static final String GOOD = "{\"name\":\"ci\",\"role\":\"operator\",\"owner_id\":\"acme\"}";

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    private static JsonNode json(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static MemoryApiKeys store() {
        return door.bean(MemoryApiKeys.class);
    }

    private static ApiKey stored(String id) {
        return store().find(Principal.ANONYMOUS, UUID.fromString(id)).orElseThrow();
    }

    private static KeyText text(JsonNode made) {
        return Objects.requireNonNull(KeyText.parse(made.get("api_key").asString()));
    }

    @Test
    void a_new_key_is_told_once_and_kept_as_a_hash() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post("/v1/api-keys", GOOD);
        JsonNode made = json(answer, 201);
        String id = made.get("key_id").asString();
        assertThat(answer.headers().firstValue("Location")).contains("/v1/api-keys/" + id);
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(made.get("owner_id").asString()).isEqualTo("acme");
        assertThat(made.get("created_by").asString()).isEqualTo("anonymous");
        KeyText text = text(made);
        assertThat(text.id()).hasToString(id);
        ApiKey kept = stored(id);
        assertThat(kept.role()).isEqualTo(Role.OPERATOR);
        assertThat(kept.accepts(text.hash(), FixedTime.NOW)).isTrue();
        HttpResponse<String> list = door.get("/api-keys");
        assertThat(json(list, 200).get("api_keys").toString()).contains(id);
        assertThat(list.body()).doesNotContain(made.get("api_key").asString()).doesNotContain(text.hash());
        assertThat(store().log.entries).anySatisfy(entry -> {
            assertThat(entry.action()).isEqualTo("api_key.created");
            assertThat(entry.target()).isEqualTo(id);
            assertThat(entry.after()).containsEntry("role", "operator");
        });
    }

    @Test
    void a_rotated_key_has_another_text_and_the_former_one_for_a_day() throws IOException, InterruptedException {
        JsonNode made = json(door.post("/api-keys", GOOD), 201);
        String id = made.get("key_id").asString();
        JsonNode rotated = json(door.call("POST", "/api-keys/" + id + "/rotate"), 200);
        ApiKey kept = stored(id);
        Instant end = FixedTime.NOW.plus(Duration.ofDays(1));
        assertThat(rotated.get("former_until").asString()).isEqualTo(end.toString());
        assertThat(kept.accepts(text(rotated).hash(), end)).isTrue();
        assertThat(kept.accepts(text(made).hash(), end.minusSeconds(1))).isTrue();
        assertThat(kept.accepts(text(made).hash(), end)).isFalse();

        JsonNode atOnce = json(door.post("/api-keys/" + id + "/rotate", "{\"grace_s\":0}"), 200);
        assertThat(stored(id).accepts(text(rotated).hash(), FixedTime.NOW)).isFalse();
        assertThat(stored(id).accepts(text(atOnce).hash(), FixedTime.NOW)).isTrue();
    }

    @Test
    void a_revoked_key_stays_so() throws IOException, InterruptedException {
        JsonNode made = json(door.post("/api-keys", GOOD), 201);
        String id = made.get("key_id").asString();
        assertThat(door.call("DELETE", "/api-keys/" + id).statusCode()).isEqualTo(204);
        assertThat(door.call("DELETE", "/api-keys/" + id).statusCode()).isEqualTo(204);
        assertThat(stored(id).accepts(text(made).hash(), FixedTime.NOW)).isFalse();
        ProblemText.of(door.call("POST", "/api-keys/" + id + "/rotate")).is(409, "api_key_ended", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "{}                                                                                          | name",
                "{\"name\":\" \",\"role\":\"viewer\",\"owner_id\":\"a\"}                                           | name",
                "{\"name\":\"n\",\"owner_id\":\"a\"}                                                             | role",
                "{\"name\":\"n\",\"role\":\"root\",\"owner_id\":\"a\"}                                             | role",
                "{\"name\":\"n\",\"role\":\"viewer\"}                                                            | owner_id",
                "{\"name\":\"n\",\"role\":\"worker\",\"owner_id\":\"a\"}                                           | owner_id",
                "{\"name\":\"n\",\"role\":\"viewer\",\"owner_id\":\"a\",\"expires_at\":\"2026-03-01T12:00:00Z\"} | expires_at",
                "{\"name\":\"n\",\"role\":\"viewer\",\"owner_id\":\"a\",\"surplus\":1}                           | surplus",
            })
    void what_cannot_be_is_refused_by_field(String body, @Nullable String field)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = door.post("/api-keys", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(ProblemText.of(answer).fields()).contains(String.valueOf(field));
    }

    @Test
    void a_key_that_is_not_there_is_not_found_and_what_is_no_id_is_refused() throws IOException, InterruptedException {
        String nobodys = "00000000-0000-7000-8000-000000000000";
        ProblemText.of(door.call("DELETE", "/api-keys/" + nobodys)).is(404, "not_found", "");
        ProblemText.of(door.call("POST", "/api-keys/" + nobodys + "/rotate")).is(404, "not_found", "");
        ProblemText.of(door.call("DELETE", "/api-keys/x")).is(400, "invalid_request", "key_id");
        ProblemText.of(door.post("/api-keys/" + nobodys + "/rotate", "{\"grace_s\":2592001}"))
                .is(400, "invalid_request", "grace_s");
    }

    @Test
    void a_new_size_is_in_the_log() throws IOException, InterruptedException {
        json(door.put("/cluster/size?force=true", "{\"expected_size\":3}"), 200);
        JsonNode log = json(door.get("/audit?limit=10"), 200);
        assertThat(log.get("entries").toString()).contains("cluster.resized", "\"expected_size\":\"3\"");
    }
}
