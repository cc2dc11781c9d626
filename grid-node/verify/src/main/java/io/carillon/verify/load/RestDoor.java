package io.carillon.verify.load;

import io.carillon.verify.cluster.Keys;
import io.carillon.verify.evidence.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A member asked over REST, once for each call. Thread-safe. */
final class RestDoor {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String KEY = "Idempotency-Key";
    private static final String IN_PROGRESS = "idempotency_in_progress";
    private static final int TIMED_OUT = 408;

    private final HttpClient http;
    private final JsonMapper json = JsonMapper.builder().build();
    private final String base;
    private final Keys keys;

    RestDoor(HttpClient http, String base, Keys keys) {
        this.http = http;
        this.base = base;
        this.keys = keys;
    }

    String name() {
        return "rest " + base;
    }

    Told create(PlannedJob job, String key) throws InterruptedException {
        return single(keyed("/jobs", key, JobBodies.whole(job)), "job_id");
    }

    /** @return for each job, in order */
    List<Told> createAll(List<PlannedJob> jobs, String key) throws InterruptedException {
        HttpResponse<String> answer = send(keyed("/jobs:batch", key, JobBodies.batch(jobs)));
        Told all = told(answer, null);
        if (answer == null || all.outcome() != Outcome.ACKNOWLEDGED) {
            return jobs.stream().map(job -> all).toList();
        }
        List<Told> each = new ArrayList<>();
        for (JsonNode result : json.readTree(answer.body()).path("results")) {
            JsonNode error = result.path("error");
            each.add(
                    error.isMissingNode() || error.isNull()
                            ? new Told(all.outcome(), all.status(), uuid(result, "job_id"))
                            : refusal(
                                    error.path("status").asInt(),
                                    error.path("type").asString("")));
        }
        if (each.size() != jobs.size()) {
            throw new IllegalStateException(
                    "a batch of " + jobs.size() + " was answered with " + each.size() + " results");
        }
        return each;
    }

    Told put(UUID id, PlannedJob job) throws InterruptedException {
        return single(
                request("/jobs/" + id, "application/json")
                        .PUT(BodyPublishers.ofString(JobBodies.whole(job).toString()))
                        .build(),
                null);
    }

    Told patch(UUID id, PlannedJob job) throws InterruptedException {
        return single(
                request("/jobs/" + id, "application/merge-patch+json")
                        .method(
                                "PATCH",
                                BodyPublishers.ofString(JobBodies.time(job).toString()))
                        .build(),
                null);
    }

    /** @param word pause or resume */
    Told post(UUID id, String word) throws InterruptedException {
        return single(
                request("/jobs/" + id + "/" + word, null)
                        .POST(BodyPublishers.noBody())
                        .build(),
                null);
    }

    Told delete(UUID id) throws InterruptedException {
        return single(request("/jobs/" + id, null).DELETE().build(), null);
    }

    Told trigger(UUID id, String key) throws InterruptedException {
        return single(keyed("/jobs/" + id + "/trigger", key, json.createObjectNode()), "run_id");
    }

    Told cancel(UUID run) throws InterruptedException {
        return single(
                request("/runs/" + run + "/cancel", null)
                        .POST(BodyPublishers.noBody())
                        .build(),
                null);
    }

    Told quota(String owner, long maxRunning) throws InterruptedException {
        return single(
                request("/owners/" + owner + "/quota", "application/json")
                        .PUT(BodyPublishers.ofString("{\"max_running\":" + maxRunning + "}"))
                        .build(),
                null);
    }

    private HttpRequest keyed(String path, String key, JsonNode body) {
        return request(path, "application/json")
                .header(KEY, key)
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
    }

    private HttpRequest.Builder request(String path, @Nullable String contentType) {
        HttpRequest.Builder builder =
                keys.on(HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT));
        return contentType == null ? builder : builder.header("Content-Type", contentType);
    }

    private Told single(HttpRequest request, @Nullable String idField) throws InterruptedException {
        return told(send(request), idField);
    }

    /** Null: no answer, for whatever reason. */
    private @Nullable HttpResponse<String> send(HttpRequest request) throws InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        }
    }

    private Told told(@Nullable HttpResponse<String> answer, @Nullable String idField) {
        if (answer == null) {
            return Told.NOTHING;
        }
        int status = answer.statusCode();
        if (status / 100 == 2) {
            UUID id = idField == null ? null : uuid(json.readTree(answer.body()), idField);
            return new Told(Outcome.ACKNOWLEDGED, String.valueOf(status), id);
        }
        return refusal(status, type(answer.body()));
    }

    /** Of a key that is under way somewhere else nothing is said, and nothing if the caller was too slow or the member fails. */
    private static Told refusal(int status, String type) {
        boolean known = status / 100 == 4 && status != TIMED_OUT && !type.endsWith(IN_PROGRESS);
        String word =
                type.isEmpty() ? String.valueOf(status) : status + " " + type.substring(type.lastIndexOf(':') + 1);
        return new Told(known ? Outcome.REFUSED : Outcome.UNKNOWN, word, null);
    }

    private String type(String body) {
        try {
            return json.readTree(body).path("type").asString("");
        } catch (JacksonException e) {
            // What is no problem document has no type.
            return "";
        }
    }

    private static UUID uuid(JsonNode node, String field) {
        return UUID.fromString(node.required(field).asString());
    }
}
