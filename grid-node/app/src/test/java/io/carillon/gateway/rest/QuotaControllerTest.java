package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaControllerTest {

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
    void an_owner_of_whom_nothing_was_said_has_the_default() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/owners/nobody/quota");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"owner_id\":\"nobody\",\"max_running\":null,\"max_jobs\":null,"
                        + "\"max_exact_jobs\":1000,\"jobs\":null,\"exact_jobs\":1}");
    }

    @Test
    void all_limits_are_replaced_at_once_and_what_is_used_is_told() throws IOException, InterruptedException {
        String quota = "{\"max_running\":40,\"max_jobs\":5,\"max_exact_jobs\":2}";
        HttpResponse<String> answer = door.put("/owners/a/quota", quota);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"owner_id\":\"a\",\"max_running\":40,\"max_jobs\":5,"
                        + "\"max_exact_jobs\":2,\"jobs\":3,\"exact_jobs\":1}");
        assertThat(door.get("/v1/owners/a/quota").body()).isEqualTo(answer.body());

        assertThat(door.put("/v1/owners/a/quota", "{\"max_jobs\":0}").body())
                .contains("\"max_running\":null,\"max_jobs\":0,\"max_exact_jobs\":1000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"max_jobs":-1}              | max_jobs
            {"max_jobs":"many"}          | max_jobs
            {"max_jobs":1.5}             | max_jobs
            {"max_running":-1}           | max_running
            {"max_running":100001}       | max_running
            {"max_exact_jobs":-1}        | max_exact_jobs
            {"max_exact_jobs":3000000000}| max_exact_jobs
            {"max_job":1}                | max_job
            """)
    void bad_limits_are_named_and_change_nothing(String body, String field) throws IOException, InterruptedException {
        String before = door.get("/owners/b/quota").body();
        HttpResponse<String> answer = door.put("/owners/b/quota", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"field\":\"" + field + "\"");
        assertThat(door.get("/owners/b/quota").body()).isEqualTo(before);
    }
}
