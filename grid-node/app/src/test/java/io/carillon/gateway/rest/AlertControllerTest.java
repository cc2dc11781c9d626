package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.alert.Circuit;
import io.carillon.gateway.api.FixedTime;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertControllerTest {

    private static final String HOOK = "{\"webhook_url\":\"https://acme.example/hook\"}";

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
    void the_secret_is_told_by_the_call_that_makes_it_and_never_again() throws IOException, InterruptedException {
        HttpResponse<String> made = door.put("/owners/once/alerts", HOOK);
        assertThat(made.statusCode()).isEqualTo(200);
        String secret = door.webhooks().find("once").secret();
        assertThat(made.body())
                .isEqualTo("{\"owner_id\":\"once\",\"webhook_url\":\"https://acme.example/hook\","
                        + "\"webhook_secret\":\"" + secret + "\"}");

        assertThat(door.put("/v1/owners/once/alerts", HOOK).body()).doesNotContain("secret");
        assertThat(door.get("/owners/once/alerts").body()).doesNotContain("secret");
        assertThat(door.webhooks().find("once").secret()).isEqualTo(secret);

        HttpResponse<String> rotated = door.put("/owners/once/alerts", HOOK.replace("}", ",\"rotate_secret\":true}"));
        assertThat(door.webhooks().find("once").secret()).isNotEqualTo(secret);
        assertThat(rotated.body())
                .contains("\"webhook_secret\":\"" + door.webhooks().find("once").secret() + "\"");
    }

    @Test
    void what_waits_and_what_fails_is_shown() throws IOException, InterruptedException {
        assertThat(door.get("/owners/nobody/alerts").body())
                .isEqualTo("{\"owner_id\":\"nobody\",\"webhook_url\":null,\"waiting\":7,\"failing_since\":null,"
                        + "\"closed_until\":null,\"last_error\":null}");
        door.put("/owners/failing/alerts", HOOK);
        door.webhooks()
                .circuits
                .put("failing", new Circuit(6, FixedTime.NOW, FixedTime.NOW.plusSeconds(30), "HTTP 500"));
        assertThat(door.get("/owners/failing/alerts").body())
                .isEqualTo("{\"owner_id\":\"failing\",\"webhook_url\":\"https://acme.example/hook\",\"waiting\":7,"
                        + "\"failing_since\":\"" + FixedTime.NOW + "\",\"closed_until\":\""
                        + FixedTime.NOW.plusSeconds(30) + "\",\"last_error\":\"HTTP 500\"}");
    }

    @Test
    void a_webhook_is_taken_back_and_its_secret_with_it() throws IOException, InterruptedException {
        door.put("/owners/gone/alerts", HOOK);
        assertThat(door.put("/owners/gone/alerts", "{\"webhook_url\":null}").body())
                .isEqualTo("{\"owner_id\":\"gone\",\"webhook_url\":null}");
        assertThat(door.webhooks().find("gone").secret()).isNull();
        assertThat(door.put("/owners/gone/alerts", HOOK).body()).contains("webhook_secret");
    }

    @Test
    void a_change_that_was_overtaken_is_decided_again() throws IOException, InterruptedException {
        door.webhooks().overtaken = 3;
        assertThat(door.put("/owners/busy/alerts", HOOK).statusCode()).isEqualTo(200);
        door.webhooks().overtaken = 1_000;
        assertThat(door.put("/owners/busy/alerts", HOOK).statusCode()).isEqualTo(503);
        door.webhooks().overtaken = 0;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                                       | webhook_url
                    {"webhook_url":7}                                        | webhook_url
                    {"webhook_url":"ftp://acme.example/"}                    | webhook_url
                    {"webhook_url":"https://u:p@acme.example/"}              | webhook_url
                    {"webhook_url":"acme.example"}                           | webhook_url
                    {"webhook_url":"http://169.254.169.254/latest"}          | webhook_url
                    {"webhook_url":"http://127.0.0.1:8080/hook"}             | webhook_url
                    {"webhook_url":"https://[fd00:ec2::254]/"}               | webhook_url
                    {"webhook_url":null,"rotate_secret":"yes"}               | rotate_secret
                    {"webhook_url":null,"webhook_secret":"mine"}             | webhook_secret
                    """)
    void what_is_wrong_in_a_body_is_named(String body, String field) throws IOException, InterruptedException {
        HttpResponse<String> answer = door.put("/owners/wrong/alerts", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + field + "\"");
        assertThat(door.webhooks().webhooks).doesNotContainKey("wrong");
    }
}
