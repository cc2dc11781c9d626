package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A caller's trace leads to the job, the job's to its run, and the run's to what its target did. */
@Tag("process")
@Timeout(value = 4, unit = MINUTES)
class TracesTest {

    private static final String CALLERS_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Test
    void from_the_call_that_makes_a_job_to_its_target(@TempDir Path dir) throws Exception {
        try (Collector collector = new Collector();
                CallLog target = new CallLog();
                Installation carillon =
                        new Installation(dir, 1, 0, List.of("--carillon.tracing.endpoint=" + collector.url()))) {
            carillon.member(0).process().start();
            carillon.worker().start();

            String job = create(carillon.member(0).restPort(), target.url());
            Awaitility.await("the target is called")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !target.calls().isEmpty());

            CallLog.Call call = target.calls().get(0);
            Awaitility.await("spans of the caller, the job, the run and its attempt")
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(collector.received())
                            .contains(CALLERS_TRACE)
                            .contains(job.replace("-", ""))
                            .contains(call.runId().replace("-", ""))
                            .contains(HexFormat.of().toHexDigits(call.fencingToken() | Long.MIN_VALUE))
                            .contains(hex("carillon.attempt"))
                            .contains(hex("succeeded")));
        }
    }

    private static String create(int port, String url) throws IOException, InterruptedException {
        String body = "{\"name\":\"traced\",\"run_at\":\"2026-01-01T00:00:00Z\",\"http\":{\"url\":\"" + url + "\"}}";
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/jobs"))
                .header("Content-Type", "application/json")
                // Under a key the call goes on on another thread, when the key is claimed.
                .header("Idempotency-Key", "traced")
                .header("traceparent", "00-" + CALLERS_TRACE + "-00f067aa0ba902b7-01")
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return JsonMapper.builder()
                .build()
                .readTree(answer.body())
                .get("job_id")
                .asString();
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Takes what is exported as it comes: ids and texts stand in it as they are. */
    private static final class Collector implements AutoCloseable {

        private final HttpServer server;
        private final Queue<String> bodies = new ConcurrentLinkedQueue<>();

        Collector() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/v1/traces", this::take);
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
        }

        /** In hexadecimal digits. */
        String received() {
            return String.join("\n", bodies);
        }

        @Override
        public void close() {
            server.stop(0);
        }

        private void take(HttpExchange exchange) throws IOException {
            try (exchange) {
                bodies.add(HexFormat.of().formatHex(exchange.getRequestBody().readAllBytes()));
                exchange.sendResponseHeaders(200, -1);
            }
        }
    }
}
