package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.RunFilter;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RunControllerTest {

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
    void a_run_is_shown_with_all_its_attempts_and_its_result() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/runs/" + Samples.RETRIED);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(Golden.WHOLE_RUN);
    }

    @Test
    void runs_are_listed_by_what_is_asked() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/v1/runs?owner_id=acme&pool=p&status=succeeded&job_id=" + Samples.FULL
                + "&from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00%2B01:00&limit=3");
        assertThat(answer.body()).isEqualTo("{\"runs\":[" + Golden.LISTED_RUN + "],\"next_cursor\":\"next-page\"}");
        assertThat(door.rows().runFilter)
                .isEqualTo(new RunFilter(
                        Samples.FULL,
                        "acme",
                        "p",
                        RunStatus.SUCCEEDED,
                        Instant.parse("2026-03-01T00:00:00Z"),
                        Instant.parse("2026-03-01T23:00:00Z")));
        assertThat(door.rows().limit).isEqualTo(3);
    }

    @Test
    void the_runs_of_a_job_are_listed_even_before_the_first_attempt() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/jobs/" + Samples.PLAIN + "/runs?status=scheduled");
        assertThat(answer.body()).isEqualTo("{\"runs\":[" + Golden.WAITING_RUN + "],\"next_cursor\":\"next-page\"}");
        assertThat(door.rows().runFilter)
                .isEqualTo(new RunFilter(Samples.PLAIN, null, null, RunStatus.SCHEDULED, null, null));
    }

    @Test
    void a_cancel_is_accepted() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.call("POST", "/runs/" + Samples.WAITING + "/cancel");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(door.owners().asked).contains(new JobCommand.CancelRun(Principal.ANONYMOUS, Samples.WAITING));
    }
}
