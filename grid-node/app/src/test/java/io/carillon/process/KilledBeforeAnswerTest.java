package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member dies when the effect of a call with a key is durable and its answer is not kept: locks of the database let the one
 * through and hold the other.
 */
@Tag("process")
class KilledBeforeAnswerTest {

    private static final String HOLD_JOBS = "LOCK TABLE jobs IN SHARE ROW EXCLUSIVE MODE";
    private static final String HOLD_RUNS = "LOCK TABLE runs IN SHARE ROW EXCLUSIVE MODE";
    private static final String HOLD_KEYS = "LOCK TABLE idempotency_keys IN EXCLUSIVE MODE";

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void the_repeat_of_a_creation_finds_the_job() throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, List.of())) {
            carillon.member(0).process().start();
            String body = "{\"name\":\"once\",\"schedule\":\"0 9 * * *\"}";
            HttpRequest request = request(carillon, "/jobs", body, "k1");

            killBetween(
                    carillon,
                    request,
                    HOLD_JOBS,
                    "SELECT count(*) FROM idempotency_keys WHERE key = 'k1'",
                    "SELECT count(*) FROM jobs");
            carillon.member(0).process().start();
            HttpResponse<String> answer = answerOf(request);

            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(carillon.number("SELECT count(*) FROM jobs")).isEqualTo(1);
            assertThat(carillon.number(
                            "SELECT count(*) FROM jobs WHERE '" + answer.body() + "' LIKE '%' || job_id || '%'"))
                    .isEqualTo(1);
            assertThat(answerOf(request).body()).isEqualTo(answer.body());
        }
    }

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void the_repeat_of_a_redrive_finds_that_it_was_done() throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, List.of())) {
            carillon.member(0).process().start();
            carillon.worker().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            String job = rest.post(
                            "/jobs",
                            "{\"name\":\"fails\",\"schedule\":\"0 0 1 1 *\",\"retry\":{\"max\":0},"
                                    + "\"http\":{\"url\":\"http://127.0.0.1:9/\"}}")
                    .get("job_id")
                    .asString();
            String run =
                    rest.post("/jobs/" + job + "/trigger", "{}").get("run_id").asString();
            String died = "SELECT count(*) FROM runs WHERE run_id = '" + run + "' AND state = 3 AND attempt = ";
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> carillon.number(died + 1) == 1);
            HttpRequest request = request(carillon, "/dead-letters/" + run + "/redrive", "", "k2");

            killBetween(
                    carillon,
                    request,
                    HOLD_RUNS,
                    "SELECT count(*) FROM idempotency_keys WHERE key = 'k2' AND response IS NOT NULL",
                    died + 2);
            carillon.member(0).process().start();
            HttpResponse<String> answer = answerOf(request);

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            assertThat(answer.body()).contains(run);
            assertThat(answerOf(request).body()).isEqualTo(answer.body());
            assertThat(carillon.number(died + 2)).as("it was redriven once").isEqualTo(1);
        }
    }

    /**
     * @param holdEffect keeps the effect from happening until the call has come to {@code begun}
     * @param done the effect is durable
     */
    private void killBetween(Installation carillon, HttpRequest request, String holdEffect, String begun, String done)
            throws SQLException, InterruptedException {
        try (Connection answers = carillon.connect()) {
            try (Connection effect = carillon.connect()) {
                execute(effect, holdEffect);
                var unanswered = http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
                await(carillon, begun);
                execute(answers, HOLD_KEYS);
                effect.rollback();
                await(carillon, done);
                assertThat(unanswered).isNotDone();
                assertThat(carillon.number("SELECT count(*) FROM idempotency_keys WHERE status = 1"))
                        .isZero();
            }
            carillon.member(0).process().kill();
            answers.rollback();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void await(Installation carillon, String count) {
        Awaitility.await(count)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> carillon.number(count) == 1);
    }

    /** As a client repeats: while it is told that the first call is under way, or that something is away. */
    private HttpResponse<String> answerOf(HttpRequest request) {
        return Awaitility.await("an answer")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(250))
                .until(
                        () -> send(request),
                        answer -> answer.statusCode() != 503 && !answer.body().contains("idempotency_in_progress"));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(Installation carillon, String path, String body, String key) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + carillon.member(0).restPort() + path))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
