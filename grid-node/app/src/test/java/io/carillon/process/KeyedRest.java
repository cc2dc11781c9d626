package io.carillon.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST interface as the holder of an API key uses it. */
final class KeyedRest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = JsonMapper.builder().build();
    private final String base;
    private final @Nullable String key;

    /** @param key null: none is sent */
    KeyedRest(int port, @Nullable String key) {
        this.base = "http://127.0.0.1:" + port;
        this.key = key;
    }

    /** @param body empty: none */
    HttpResponse<String> call(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .header("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    int status(String method, String path, String body) throws IOException, InterruptedException {
        return call(method, path, body).statusCode();
    }

    /** The body of a 2xx. */
    JsonNode json(String method, String path, String body, String... headers) throws IOException, InterruptedException {
        HttpResponse<String> answer = call(method, path, body, headers);
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(method + " " + path + " -> " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return json("GET", path, "");
    }
}
