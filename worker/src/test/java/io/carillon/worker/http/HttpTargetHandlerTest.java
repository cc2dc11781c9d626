package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.carillon.client.HttpTarget;
import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.json.JsonCheck;
import io.carillon.worker.time.VirtualClock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetHandlerTest {
    private static final List<CidrBlock> LOOPBACK = List.of(CidrBlock.parse("127.0.0.0/8"));

    private final TargetServer server = new TargetServer(null);
    private HttpTargetHandler handler;

    @BeforeEach
    void make_handler() {
        handler = handler(LOOPBACK, Resolver.SYSTEM);
    }

    @AfterEach
    void stop_server() {
        server.close();
    }

    @Test
    void target_is_sent_the_payload_and_told_of_the_run() throws Exception {
        handler.handle(run("POST", "/hook?a=b", Map.of("X-Mine", "1"), "{\"n\":1}"));

        assertThat(server.seen).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.uri()).isEqualTo("/hook?a=b");
            assertThat(request.body()).isEqualTo("{\"n\":1}");
            assertThat(request.headers())
                    .containsEntry("Host", "127.0.0.1:" + server.port())
                    .containsEntry("Content-Type", "application/json")
                    .containsEntry("Idempotency-Key", FakeRun.RUN.toString())
                    .containsEntry("Carillon-Job-Id", FakeRun.JOB.toString())
                    .containsEntry("Carillon-Run-Id", FakeRun.RUN.toString())
                    .containsEntry("Carillon-Attempt", "2")
                    .containsEntry("Carillon-Fencing-Token", "77")
                    .containsEntry("Carillon-Nominal-At", "2027-01-01T00:00:00Z")
                    .containsEntry("Carillon-Due-At", "2027-01-01T00:00:05Z")
                    .containsEntry("Carillon-Trigger", "schedule")
                    .containsEntry("traceparent", "00-01890a5dac9680008000000000000001-800000000000004d-01")
                    .containsEntry("X-Mine", "1");
        });
    }

    @ParameterizedTest
    @CsvSource({"GET, ''", "HEAD, ''", "OPTIONS, ''", "POST, [1]", "PUT, [1]", "PATCH, [1]", "DELETE, [1]", "'', [1]"})
    void payload_goes_with_the_methods_that_have_one(String method, String body) throws Exception {
        handler.handle(run(method, "/", Map.of(), "[1]"));

        assertThat(server.seen.get(0).method()).isEqualTo(method.isEmpty() ? "POST" : method);
        assertThat(server.seen.get(0).body()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204})
    void success_is_success(int status) throws Exception {
        server.on("/", status, Map.of(), new byte[0]);

        assertThat(handler.handle(run("/"))).isEqualTo("{\"status\":" + status + "}");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
    void status_that_may_pass_is_retried(int status) {
        server.on("/x", status, "text/plain", "try\nlater");

        FailedStatusException failure =
                catchThrowableOfType(FailedStatusException.class, () -> handler.handle(run("/x?token=secret")));

        assertThat(failure).hasMessage(status + " from POST http://127.0.0.1:" + server.port() + "/x: try later");
        assertThat(failure.delay()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 304, 305, 400, 401, 403, 404, 405, 409, 410, 422, 451})
    void any_other_status_is_final(int status) {
        server.on("/", status, Map.of(), new byte[0]);

        assertThatThrownBy(() -> handler.handle(run("/")))
                .isInstanceOf(PermanentFailureException.class)
                .hasMessageStartingWith(status + " from POST");
    }

    @ParameterizedTest
    @CsvSource({"90, 90", "'Thu, 01 Jan 2026 00:00:00 GMT', 0"})
    void retry_after_is_passed_on(String header, long seconds) {
        server.on("/", 503, Map.of("Retry-After", header), new byte[0]);

        FailedStatusException failure =
                catchThrowableOfType(FailedStatusException.class, () -> handler.handle(run("/")));

        assertThat(failure.delay()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void json_body_stands_in_the_result_as_it_is() throws Exception {
        server.on("/", 200, "application/json; charset=utf-8", "{\"ü\": [1, 2]}");

        assertThat(handler.handle(run("/")))
                .isEqualTo(
                        "{\"status\":200,\"content_type\":\"application/json; charset=utf-8\",\"body\":{\"ü\": [1, 2]}}");
    }

    @Test
    void body_that_claims_to_be_json_is_a_string_if_it_is_not() throws Exception {
        server.on("/", 200, "application/json", "{oops");

        assertThat(handler.handle(run("/"))).contains("\"body\":\"{oops\"");
    }

    @Test
    void text_in_another_charset_is_read() throws Exception {
        server.on(
                "/",
                200,
                Map.of("Content-Type", "text/plain; charset=iso-8859-1"),
                "ü".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(handler.handle(run("/"))).contains("\"body\":\"ü\"");
    }

    @Test
    void body_that_is_no_text_is_left_out() throws Exception {
        server.on("/", 200, Map.of("Content-Type", "image/png"), new byte[] {1, 2, 3});

        assertThat(handler.handle(run("/"))).isEqualTo("{\"status\":200,\"content_type\":\"image/png\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "\u0001", "\"", "😀"})
    void body_too_large_for_a_result_is_cut(String unit) throws Exception {
        server.on("/", 200, "text/plain; charset=utf-8", unit.repeat(300_000));

        String result = Objects.requireNonNull(handler.handle(run("/")));

        assertThat(result.getBytes(StandardCharsets.UTF_8).length).isBetween(30_000, HttpResult.BYTES_MAX);
        assertThat(JsonCheck.isValue(result)).isTrue();
        assertThat(result).endsWith(",\"truncated\":true}");
    }

    @Test
    void json_that_does_not_fit_beside_the_rest_becomes_a_cut_string() throws Exception {
        server.on("/", 200, "application/json", "[" + "1,".repeat(32_766) + "1]");

        String result = Objects.requireNonNull(handler.handle(run("/")));

        assertThat(result).contains("\"body\":\"[1,1").endsWith("\"truncated\":true}");
        assertThat(JsonCheck.isValue(result)).isTrue();
    }

    @Test
    void connections_are_used_again() throws Exception {
        server.on("/", 200, "text/plain", "ok");

        for (int i = 0; i < 5; i++) {
            handler.handle(run("/"));
        }

        assertThat(server.seen)
                .extracting(TargetServer.Seen::client)
                .containsOnly(server.seen.get(0).client());
    }

    @Test
    void refused_connection_may_pass() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, Addresses.address("127.0.0.1"))) {
            free = socket.getLocalPort();
        }

        assertThatThrownBy(() -> handler.handle(runAt("http://127.0.0.1:" + free + "/")))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("127.0.0.1:" + free);
    }

    @Test
    void name_that_is_not_found_may_pass() {
        HttpTargetHandler lost = handler(LOOPBACK, host -> {
            throw new UnknownHostException(host);
        });

        assertThatThrownBy(() -> lost.handle(runAt("http://nowhere.test/"))).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void connection_that_ends_without_an_answer_may_pass() {
        server.on("/", 0, Map.of(), new byte[0]);

        assertThatThrownBy(() -> handler.handle(run("/")))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(PermanentFailureException.class);
    }

    @Test
    void interrupt_ends_a_call_that_gets_no_answer() throws Exception {
        server.on("/", -1, Map.of(), new byte[0]);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                handler.handle(run("/"));
            } catch (Exception e) {
                outcome.complete(e);
            }
        });
        caller.start();
        await().until(() -> !server.seen.isEmpty());

        caller.interrupt();

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void checked_address_is_called_under_the_name() throws Exception {
        HttpTargetHandler named = handler(LOOPBACK, host -> List.of(Addresses.address("127.0.0.1")));

        named.handle(runAt("http://target.test:" + server.port() + "/"));

        assertThat(server.seen.get(0).headers()).containsEntry("Host", "target.test:" + server.port());
    }

    @Test
    void name_is_looked_up_once_for_each_request() throws Exception {
        List<String> lookups = new ArrayList<>();
        HttpTargetHandler rebound = handler(LOOPBACK, host -> {
            lookups.add(host);
            return List.of(Addresses.address(lookups.size() == 1 ? "127.0.0.1" : "169.254.169.254"));
        });

        rebound.handle(runAt("http://target.test:" + server.port() + "/"));

        assertThat(lookups).containsExactly("target.test");
        assertThatThrownBy(() -> rebound.handle(runAt("http://target.test:" + server.port() + "/")))
                .isInstanceOf(RefusedTargetException.class);
    }

    @Test
    void next_address_is_tried_if_one_does_not_take_the_connection() throws Exception {
        HttpTargetHandler two =
                handler(LOOPBACK, host -> List.of(Addresses.address("127.0.0.2"), Addresses.address("127.0.0.1")));

        two.handle(runAt("http://target.test:" + server.port() + "/"));

        assertThat(server.seen).hasSize(1);
    }

    @Test
    void refused_address_among_open_ones_is_not_called() throws Exception {
        HttpTargetHandler mixed = handler(
                LOOPBACK, host -> List.of(Addresses.address("169.254.169.254"), Addresses.address("127.0.0.1")));

        mixed.handle(runAt("http://target.test:" + server.port() + "/"));

        assertThat(server.seen).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:%d/", "http://localhost:%d/", "http://[::1]:%d/"})
    void loopback_is_refused_unless_named(String url) {
        HttpTargetHandler strict = handler(List.of(), Resolver.SYSTEM);

        assertThatThrownBy(() -> strict.handle(runAt(String.format(Locale.ROOT, url, server.port()))))
                .isInstanceOf(RefusedTargetException.class)
                .hasMessageContaining("carillon.worker.http.allow");
        assertThat(server.seen).isEmpty();
    }

    /** Java reads some of these as addresses, and looks the others up as names; none may lead to this machine. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "127.1",
                "0x7f.0.0.1",
                "0",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[0:0:0:0:0:0:0:1]",
            })
    void spelling_of_an_address_opens_nothing(String host) {
        HttpTargetHandler strict = handler(List.of(), Addresses::literalsOnly);

        assertThatThrownBy(() -> strict.handle(runAt("http://" + host + ":" + server.port() + "/")))
                .satisfiesAnyOf(
                        refused -> assertThat(refused).isInstanceOf(RefusedTargetException.class),
                        unknown -> assertThat(unknown).isInstanceOf(UnknownHostException.class));
        assertThat(server.seen).isEmpty();
    }

    @Test
    void denied_address_is_not_called_although_it_is_allowed() {
        HttpTargetHandler denying = new HttpTargetHandler(
                new AddressRules(LOOPBACK, List.of(CidrBlock.parse("127.0.0.1"))),
                Resolver.SYSTEM,
                HttpClients.defaultTls(),
                new VirtualClock(1));

        assertThatThrownBy(() -> denying.handle(run("/"))).isInstanceOf(RefusedTargetException.class);
        assertThat(server.seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "301, POST, GET",
        "302, POST, GET",
        "303, POST, GET",
        "307, POST, POST",
        "308, POST, POST",
        "301, PUT, PUT",
        "302, GET, GET",
        "303, PUT, GET",
        "303, HEAD, HEAD",
    })
    void redirects_are_followed(int status, String method, String then) throws Exception {
        server.on("/a", status, Map.of("Location", "/b"), new byte[0]);

        handler.handle(run(method, "/a", Map.of("Authorization", "Bearer x"), "[1]"));

        assertThat(server.seen).hasSize(2);
        TargetServer.Seen second = server.seen.get(1);
        assertThat(second.method()).isEqualTo(then);
        assertThat(second.uri()).isEqualTo("/b");
        assertThat(second.body()).isEqualTo(then.equals("GET") || then.equals("HEAD") ? "" : "[1]");
        assertThat(second.headers())
                .containsEntry("Idempotency-Key", FakeRun.RUN.toString())
                .containsEntry("Authorization", "Bearer x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data/",
                "http://[::ffff:169.254.169.254]/",
                "http://10.0.0.1/",
                "http://[::1]:1/",
                "file:///etc/passwd",
                "http://user:pass@127.0.0.1/",
            })
    void redirect_to_a_refused_target_is_refused(String location) {
        server.on("/a", 302, Map.of("Location", location), new byte[0]);

        assertThatThrownBy(() -> handler.handle(run("/a"))).isInstanceOf(RefusedTargetException.class);
    }

    @Test
    void headers_of_the_user_do_not_follow_to_another_origin() throws Exception {
        HttpTargetHandler named = handler(LOOPBACK, host -> List.of(Addresses.address("127.0.0.1")));
        server.on("/a", 307, Map.of("Location", "http://other.test:" + server.port() + "/b"), new byte[0]);

        named.handle(run(
                "POST",
                "/a",
                Map.of("Authorization", "Bearer x", "X-Api-Key", "y", "Content-Type", "text/plain"),
                "[1]"));

        assertThat(server.seen.get(1).headers())
                .doesNotContainKeys("Authorization", "X-Api-Key")
                .containsEntry("Content-Type", "text/plain")
                .containsEntry("Carillon-Attempt", "2");
    }

    @Test
    void redirects_without_end_are_given_up() {
        server.on("/a", 302, Map.of("Location", "/a"), new byte[0]);

        assertThatThrownBy(() -> handler.handle(run("/a")))
                .isInstanceOf(RefusedStatusException.class)
                .hasMessageContaining("more than 5 redirects");
        assertThat(server.seen).hasSize(6);
    }

    @Test
    void redirect_without_a_location_is_final() {
        server.on("/a", 302, Map.of(), new byte[0]);

        assertThatThrownBy(() -> handler.handle(run("/a"))).isInstanceOf(RefusedStatusException.class);
    }

    @ParameterizedTest
    @CsvSource({"Host, x", "Content-Length, 5", "Connection, close", "'a b', x", "X-A, 'a\nb'"})
    void headers_that_cannot_be_sent_are_refused_by_name(String name, String value) {
        assertThatThrownBy(() -> handler.handle(run("POST", "/", Map.of(name, value), null)))
                .isInstanceOf(RefusedTargetException.class)
                .hasMessageContaining(name);
    }

    @Test
    void user_cannot_pretend_to_be_another_run() throws Exception {
        handler.handle(run("POST", "/", Map.of("idempotency-key", "mine", "CARILLON-ATTEMPT", "9"), null));

        assertThat(server.seen.get(0).headers())
                .containsEntry("Idempotency-Key", FakeRun.RUN.toString())
                .containsEntry("Carillon-Attempt", "2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECT", "TRACE", "get", "G E T"})
    void other_methods_are_refused(String method) {
        assertThatThrownBy(() -> handler.handle(run(method, "/", Map.of(), null)))
                .isInstanceOf(RefusedTargetException.class);
    }

    @Test
    void job_without_a_target_fails_for_good() {
        assertThatThrownBy(() -> handler.handle(new FakeRun(null, null))).isInstanceOf(RefusedTargetException.class);
    }

    private static HttpTargetHandler handler(List<CidrBlock> allowed, Resolver resolver) {
        return new HttpTargetHandler(
                new AddressRules(allowed, List.of()), resolver, HttpClients.defaultTls(), new VirtualClock(1));
    }

    private FakeRun run(String path) {
        return run("POST", path, Map.of(), null);
    }

    private FakeRun run(String method, String path, Map<String, String> headers, @Nullable String payload) {
        return new FakeRun(new HttpTarget("http://127.0.0.1:" + server.port() + path, method, headers), payload);
    }

    private static FakeRun runAt(String url) {
        return new FakeRun(new HttpTarget(url, "POST", Map.of()), null);
    }
}
