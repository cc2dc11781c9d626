package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Three members are there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterSizeTest {

    private RestDoor door;

    @BeforeAll
    void open() {
        door = new RestDoor();
    }

    @AfterAll
    void close() {
        door.close();
    }

    @Test
    void the_size_is_changed_and_the_cp_members_stay() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.put("/cluster/size", "{\"expected_size\":5}");
        assertThat(answer.body()).isEqualTo("{\"expected_size\":5,\"former_size\":3,\"cp_members\":3}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(door.put("/v1/cluster/size", "{\"expected_size\":3}").body())
                .isEqualTo("{\"expected_size\":3,\"former_size\":5,\"cp_members\":3}");
    }

    @Test
    void a_size_that_would_stop_all_members_must_be_forced() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.put("/cluster/size", "{\"expected_size\":6}");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("urn:carillon:problem:cluster_too_small", "of 6 members 4 are a majority");
        assertThat(door.put("/cluster/size?force=true", "{\"expected_size\":6,\"cp_members\":5}")
                        .body())
                .contains("\"expected_size\":6", "\"cp_members\":5");
        assertThat(door.put("/cluster/size", "{\"expected_size\":3,\"cp_members\":3}")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | expected_size: is required",
                "{\"expected_size\":0} | expected_size: must be from 1 to 64",
                "{\"expected_size\":3,\"cp_members\":4} | cp_members: must be 0, 3, 5 or 7",
                "{\"expected_size\":3,\"cp_members\":5} | cp_members: must be 0, 3, 5 or 7",
                "{\"expected_size\":3,\"members\":5} | members: is not a known field",
            })
    void what_cannot_be_is_refused(String body, String detail) throws IOException, InterruptedException {
        HttpResponse<String> answer = door.put("/cluster/size", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(detail);
    }
}
