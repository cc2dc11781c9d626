package io.carillon.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST interface as a script would use it. */
final class Rest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = JsonMapper.builder().build();
    private final String base;

    Rest(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    /** Posts, and asks again for a while if the answer is 503. @return the body of the 2xx */
    JsonNode post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = request(path, body);
        HttpResponse<String> answer = Awaitility.await("another answer than 503")
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(250))
                .until(() -> http.send(request, BodyHandlers.ofString()), each -> each.statusCode() != 503);
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError("POST " + path + " -> " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body().isEmpty() ? "{}" : answer.body());
    }

    /** Posts once. @return the status of the answer */
    int statusOfPost(String path, String body) throws IOException, InterruptedException {
        return http.send(request(path, body), BodyHandlers.ofString()).statusCode();
    }

    private HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .timeout(TIMEOUT)
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    /** @return the body of the 200 */
    JsonNode put(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .timeout(TIMEOUT)
                .PUT(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError("PUT " + path + " -> " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body());
    }

    /** The value of a counter or gauge without labels; 0 if it is not there yet. */
    double metric(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/actuator/prometheus"))
                .timeout(TIMEOUT)
                .GET()
                .build();
        return http.send(request, BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .sum();
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .GET()
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError("GET " + path + " -> " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body());
    }
}
