package io.carillon.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST interface as a script would use it. */
final class Rest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = JsonMapper.builder().build();
    private final String base;

    Rest(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    /** Posts, and asks again while the answer is 503. @return the body of the 2xx */
    JsonNode post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .timeout(TIMEOUT)
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        for (int tries = 1; answer.statusCode() == 503 && tries < 20; tries++) {
            answer = http.send(request, BodyHandlers.ofString());
        }
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError("POST " + path + " -> " + answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body().isEmpty() ? "{}" : answer.body());
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
