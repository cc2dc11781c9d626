package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong with a call: the right status, a stable type, the field by name, never a 500 and never a page. */
class BadRequestTest {

    private static final String J = "\"name\":\"n\",";
    private static final String AT = "\"run_at\":\"2026-03-01T13:00:00Z\"";

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    static Stream<BadRestCall> calls() {
        return BadRestCall.all().stream();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_bad_call_is_refused_under_both_prefixes_and_asks_nothing_of_owners(BadRestCall bad)
            throws IOException, InterruptedException {
        int before = door.owners().asked.size();
        for (String prefix : bad.prefixes().toList()) {
            HttpResponse<String> answer = door.send(bad, prefix, Samples.PLAIN.toString(), Samples.RETRIED.toString());
            ProblemText.of(answer).is(bad.status(), bad.type(), bad.field());
        }
        assertThat(door.owners().asked).as("commands sent to owners").hasSize(before);
    }

    @Test
    void all_wrong_fields_are_named_at_once() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                door.post("/jobs", "{\"name\":\"\",\"priority\":11,\"pol\":\"x\",\"timeout_s\":0}");
        assertThat(ProblemText.of(answer).fields())
                .containsExactlyInAnyOrder("name", "priority", "pol", "timeout_s", "schedule");
    }

    @Test
    void the_body_must_be_declared_as_json() throws IOException, InterruptedException {
        String body = "{" + J + AT + "}";
        for (String type : List.of(
                "text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense", "application/*")) {
            HttpResponse<String> answer = door.send(
                    door.request("/jobs").header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
            assertProblem(answer, 415, "unsupported_media_type", "");
        }
        HttpResponse<String> untyped = door.send(door.request("/jobs").POST(HttpRequest.BodyPublishers.ofString(body)));
        assertProblem(untyped, 415, "unsupported_media_type", "");
        HttpResponse<String> packed = door.send(door.request("/jobs")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        assertProblem(packed, 415, "unsupported_media_type", "");
    }

    @Test
    void answers_are_json_or_not_acceptable() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.send(door.request("/jobs/" + Samples.PLAIN)
                .header("Accept", "text/csv")
                .GET());
        assertProblem(answer, 406, "not_acceptable", "");
    }

    @Test
    void a_problem_is_told_as_such_even_to_a_browser() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                door.send(door.request("/nothing").header("Accept", "text/html").GET());
        assertProblem(answer, 404, "not_found", "");
    }

    @Test
    void the_allowed_methods_are_named() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.call("DELETE", "/jobs");
        assertThat(answer.headers().firstValue("Allow").orElse(""))
                .contains("GET")
                .contains("POST");
    }

    @Test
    void what_the_container_itself_refuses_is_a_problem_or_bare_but_never_a_page() throws IOException {
        for (String line : List.of(
                "GET /jobs/%zz HTTP/1.1",
                "GET /jobs/a%2Fb HTTP/1.1",
                "GET /jobs/a\u0001 HTTP/1.1",
                "GET /jobs/%00 HTTP/1.1",
                "GET /jobs?name=% HTTP/1.1",
                "GET /jobs?cursor=%FF HTTP/1.1",
                "GET /runs?pool=%ED%A0%80 HTTP/1.1",
                "GET /jobs HTTP/9.9",
                "BREW /jobs HTTP/1.1",
                "GET /../../etc/passwd HTTP/1.1")) {
            String answer = raw(line + "\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(answer)
                    .as(line)
                    .startsWith("HTTP/1.1 4")
                    .doesNotContain("<html")
                    .doesNotContain("Exception");
            if (answer.contains("problem+json")) {
                assertThat(answer).contains("\"status\":" + answer.substring(9, 12));
            }
        }
    }

    @Test
    void a_body_that_breaks_off_is_told_so() throws IOException {
        String head = "POST /jobs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n";
        for (String rest :
                List.of("Content-Length: 500\r\n\r\n{\"name\"", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}")) {
            assertThat(raw(head + rest)).as(rest).startsWith("HTTP/1.1 400").contains("\"status\":400");
        }
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String type, String field) {
        ProblemText.of(answer).is(status, type, field);
    }
}
