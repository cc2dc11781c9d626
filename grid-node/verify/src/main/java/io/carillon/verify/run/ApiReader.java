package io.carillon.verify.run;

import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.time.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads over REST, from one member after the other, until one answers. Thread-safe. */
final class ApiReader {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int TRIES_MAX = 40;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int PAGE = 1_000;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final JsonMapper json = JsonMapper.builder().build();
    private final List<Door> doors;
    private final Keys keys;
    private final SystemClock clock;
    private final AtomicInteger turn = new AtomicInteger();

    ApiReader(List<Door> doors, Keys keys, SystemClock clock) {
        this.keys = keys;
        this.doors = List.copyOf(doors);
        this.clock = clock;
    }

    /**
     * @return empty: 404
     * @throws IllegalStateException if no member answers for long, or one refuses
     */
    Optional<JsonNode> get(String path) throws InterruptedException {
        String last = "";
        for (int i = 0; i < TRIES_MAX; i++) {
            String base = doors.get(Math.floorMod(turn.getAndIncrement(), doors.size()))
                    .rest();
            try {
                HttpResponse<String> answer = http.send(request(base + path).build(), BodyHandlers.ofString());
                if (answer.statusCode() == OK) {
                    return Optional.of(json.readTree(answer.body()));
                }
                if (answer.statusCode() == NOT_FOUND) {
                    return Optional.empty();
                }
                last = answer.statusCode() + " " + answer.body();
                if (answer.statusCode() / 100 == 4) {
                    break;
                }
            } catch (IOException e) {
                last = e.toString();
            }
            clock.pause(PAUSE);
        }
        throw new IllegalStateException("GET " + path + " is not answered: " + last);
    }

    /** @param path with a query; {@code list} is the field of the items */
    void pages(String path, String list, Consumer<JsonNode> item) throws InterruptedException {
        String cursor = null;
        do {
            String more = "&limit=" + PAGE
                    + (cursor == null ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
            JsonNode page =
                    get(path + more).orElseThrow(() -> new IllegalStateException("GET " + path + " finds nothing"));
            page.required(list).forEach(item);
            cursor = text(page, "next_cursor");
        } while (cursor != null);
    }

    /** The active jobs of these owners that have a schedule. */
    List<UUID> repeating(List<String> owners) throws InterruptedException {
        List<UUID> jobs = new ArrayList<>();
        for (String owner : owners) {
            pages("/jobs?status=active&owner_id=" + owner, "jobs", job -> {
                if (text(job, "schedule") != null) {
                    jobs.add(UUID.fromString(job.required("job_id").asString()));
                }
            });
        }
        return jobs;
    }

    /** All that these owners have left; one that cannot be deleted now is passed over. */
    void deleteJobs(List<String> owners) throws InterruptedException {
        List<String> paths = new ArrayList<>();
        for (String owner : owners) {
            pages("/jobs?owner_id=" + owner, "jobs", job -> paths.add("/jobs/" + text(job, "job_id")));
        }
        for (String path : paths) {
            try {
                http.send(request(doors.get(0).rest() + path).DELETE().build(), BodyHandlers.discarding());
            } catch (IOException e) {
                // It stays, and says by its owner whose it is.
                return;
            }
        }
    }

    private HttpRequest.Builder request(String url) {
        return keys.on(HttpRequest.newBuilder(URI.create(url)).timeout(TIMEOUT));
    }

    static @Nullable String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isMissingNode() || value.isNull() ? null : value.asString();
    }
}
