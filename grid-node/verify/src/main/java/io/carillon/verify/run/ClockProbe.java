package io.carillon.verify.run;

import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.time.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures how far the store's clock is from this machine's, from outside: a job is created, and it says when that was. Of several
 * tries the quickest tells most.
 */
final class ClockProbe {

    private static final int TRIES = 8;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int UNAUTHENTICATED = 401;
    private static final int FORBIDDEN = 403;
    private static final Duration FAR = Duration.ofDays(365);

    private ClockProbe() {}

    /** @param error the truth is within it, either way */
    record Found(Duration offset, Duration error) {}

    /** @throws IllegalStateException if the member does not answer */
    static Found measure(Door door, Keys keys, SystemClock clock) throws InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        JsonMapper json = JsonMapper.builder().build();
        Found best = null;
        try {
            for (int i = 0; i < TRIES; i++) {
                Instant sent = clock.now();
                String body = "{\"name\":\"verify-clock\",\"run_at\":\"" + sent.plus(FAR) + "\"}";
                HttpResponse<String> created = http.send(
                        request(door, keys, "/jobs")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
                Duration round = Duration.between(sent, clock.now());
                if (created.statusCode() / 100 != 2) {
                    throw new IllegalStateException(refusal(door, created));
                }
                String path =
                        "/jobs/" + json.readTree(created.body()).path("job_id").asString("");
                JsonNode job = json.readTree(http.send(request(door, keys, path).build(), BodyHandlers.ofString())
                        .body());
                http.send(request(door, keys, path).DELETE().build(), BodyHandlers.discarding());
                Instant said = Instant.parse(job.path("created_at").asString(""));
                Found found = new Found(
                        Duration.between(sent.plus(round.dividedBy(2)), said),
                        round.dividedBy(2).plusMillis(1));
                if (best == null || found.error().compareTo(best.error()) < 0) {
                    best = found;
                }
            }
        } catch (IOException | java.time.format.DateTimeParseException e) {
            throw new IllegalStateException(door.rest() + " does not answer as a member does: " + e.getMessage(), e);
        }
        if (best == null) {
            throw new IllegalStateException("no try was made");
        }
        return best;
    }

    private static String refusal(Door door, HttpResponse<String> answer) {
        boolean key = answer.statusCode() == UNAUTHENTICATED || answer.statusCode() == FORBIDDEN;
        return door.rest()
                + (key
                        ? " refuses the key of --api-key-file; it must be an admin's for all owners: "
                        : " makes no job: ")
                + answer.statusCode() + " " + answer.body().replace('\n', ' ');
    }

    private static HttpRequest.Builder request(Door door, Keys keys, String path) {
        return keys.on(HttpRequest.newBuilder(URI.create(door.rest() + path)).timeout(TIMEOUT));
    }
}
