package io.carillon.verify.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks members how they are. What does not answer within two seconds is not well. Thread-safe. */
final class ClusterHealth {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final JsonMapper json = JsonMapper.builder().build();
    private final List<Door> doors;

    ClusterHealth(List<Door> doors) {
        this.doors = List.copyOf(doors);
    }

    /** Every member is ready and sees all others. */
    boolean membersAreOne() throws InterruptedException {
        for (Door door : doors) {
            if (!ready(door) || count(door, "members") != doors.size()) {
                return false;
            }
        }
        return true;
    }

    /** Of all members that answer. */
    int workersConnected() throws InterruptedException {
        int connected = 0;
        for (Door door : doors) {
            connected += count(door, "workers");
        }
        return connected;
    }

    /** Every member that is ready can read, and there is one. */
    boolean storeAnswers() throws InterruptedException {
        boolean any = false;
        for (Door door : doors) {
            if (ready(door)) {
                any = true;
                if (get(door, "/runs?limit=1").isEmpty()) {
                    return false;
                }
            }
        }
        return any;
    }

    private boolean ready(Door door) throws InterruptedException {
        return get(door, "/actuator/health/readiness").isPresent();
    }

    /** Of the members or workers that it sees; 0 if it does not answer. */
    private int count(Door door, String list) throws InterruptedException {
        Optional<String> cluster = get(door, "/cluster");
        try {
            return cluster.isEmpty()
                    ? 0
                    : json.readTree(cluster.get()).path(list).size();
        } catch (JacksonException e) {
            throw new ClusterException(door.rest() + "/cluster answers what is no JSON", e);
        }
    }

    /** Empty: anything else than 200, a broken connection included. */
    private Optional<String> get(Door door, String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(door.rest() + path))
                .timeout(TIMEOUT)
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            return answer.statusCode() == OK ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
