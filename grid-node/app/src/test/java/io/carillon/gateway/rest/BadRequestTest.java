package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever is wrong with a call: the right status, a stable type, the field by name, never a 500 and never a page. */
class BadRequestTest {

    private static final String J = "\"name\":\"n\",";
    private static final String AT = "\"run_at\":\"2026-03-01T13:00:00Z\"";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                // Not JSON, or not an object.
                bad("", 400, "malformed_json", ""),
                bad("{", 400, "malformed_json", ""),
                bad("{\"name\":\"n\",\"name\":\"m\"," + AT + "}", 400, "malformed_json", ""),
                bad("{" + J + AT + ",}", 400, "malformed_json", ""),
                bad("{" + J + AT + "} {}", 400, "malformed_json", ""),
                bad("[{" + J + AT + "}]", 400, "invalid_request", ""),
                bad("\"x\"", 400, "invalid_request", ""),
                bad("null", 400, "invalid_request", ""),
                bad(
                        "{" + J + "\"payload\":" + "[".repeat(5_000) + "]".repeat(5_000) + "," + AT + "}",
                        400,
                        "malformed_json",
                        ""),
                // Unknown fields.
                bad("{" + J + AT + ",\"nmae\":\"x\"}", 400, "invalid_request", "nmae"),
                bad("{" + J + AT + ",\"Name\":\"x\"}", 400, "invalid_request", "Name"),
                bad(
                        "{" + J + AT + ",\"http\":{\"url\":\"http://a\",\"uri\":\"x\"}}",
                        400,
                        "invalid_request",
                        "http.uri"),
                bad("{" + J + AT + ",\"retry\":{\"maximum\":3}}", 400, "invalid_request", "retry.maximum"),
                bad(
                        "{" + J + AT + ",\"retry\":{\"backoff\":{\"initial_s\":1,\"cap\":3}}}",
                        400,
                        "invalid_request",
                        "retry.backoff.cap"),
                // The name.
                bad("{" + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":null," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"\"," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"  \"," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":7," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":[\"n\"]," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"" + "x".repeat(201) + "\"," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"" + "x".repeat(10_000) + "\"," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"a\\u0000b\"," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"a\\nb\"," + AT + "}", 400, "invalid_request", "name"),
                bad("{\"name\":\"a\\ud800b\"," + AT + "}", 400, "invalid_request", "name"),
                // When.
                bad("{" + J.replace(",", "") + "}", 400, "invalid_request", "schedule"),
                bad("{" + J + AT + ",\"schedule\":\"* * * * *\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"tomorrow\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":1772366400}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"2026-03-01T13:00:00\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"2026-03-01T13:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"2026-02-30T13:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"2026-03-01T25:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"10000-01-01T00:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"+10000-01-01T00:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"9999-12-31T23:59:59-01:00\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"9999-12-31T23:59:59.999999999Z\"}", 400, "invalid_request", "run_at"),
                bad(
                        "{" + J + "\"schedule\":\"* * * * *\",\"ends_at\":\"9999-12-31T23:59:59.5Z\"}",
                        400,
                        "invalid_request",
                        "ends_at"),
                bad("{" + J + "\"run_at\":\"1969-12-31T23:59:59Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"run_at\":\"0000-01-01T00:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + "\"schedule\":\"\"}", 400, "invalid_request", "schedule"),
                bad("{" + J + "\"schedule\":\"every day\"}", 400, "invalid_request", "schedule"),
                bad("{" + J + "\"schedule\":\"61 * * * *\"}", 400, "invalid_request", "schedule"),
                bad("{" + J + "\"schedule\":\"0 0 30 2 *\"}", 400, "invalid_request", "schedule"),
                bad("{" + J + "\"schedule\":\"@every 0s\"}", 400, "invalid_request", "schedule"),
                bad("{" + J + "\"schedule\":\"@reboot\"}", 400, "invalid_request", "schedule"),
                bad("{" + J + "\"schedule\":5}", 400, "invalid_request", "schedule"),
                bad(
                        "{" + J + "\"schedule\":\"* * * * *\",\"time_zone\":\"Mars/Olympus\"}",
                        400,
                        "invalid_request",
                        "time_zone"),
                bad(
                        "{" + J + "\"schedule\":\"* * * * *\",\"time_zone\":\"\\ud800\"}",
                        400,
                        "invalid_request",
                        "time_zone"),
                bad(
                        "{" + J + "\"schedule\":\"* * * * *\",\"time_zone\":\"GMT+2\"}",
                        400,
                        "invalid_request",
                        "time_zone"),
                bad(
                        "{" + J + "\"schedule\":\"* * * * *\",\"time_zone\":\"europe/berlin\"}",
                        400,
                        "invalid_request",
                        "time_zone"),
                bad("{" + J + AT + ",\"time_zone\":\"\"}", 400, "invalid_request", "time_zone"),
                bad("{" + J + AT + ",\"starts_at\":\"2026-04-01T00:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad("{" + J + AT + ",\"ends_at\":\"2026-03-01T13:00:00Z\"}", 400, "invalid_request", "run_at"),
                bad(
                        "{" + J + "\"schedule\":\"* * * * *\",\"starts_at\":\"2026-04-01T00:00:00Z\","
                                + "\"ends_at\":\"2026-04-01T00:00:00Z\"}",
                        400,
                        "invalid_request",
                        "ends_at"),
                bad("{" + J + "\"schedule\":\"* * * * *\",\"ends_at\":\"soon\"}", 400, "invalid_request", "ends_at"),
                // Numbers.
                bad("{" + J + AT + ",\"timeout_s\":\"300\"}", 400, "invalid_request", "timeout_s"),
                bad("{" + J + AT + ",\"timeout_s\":0}", 400, "invalid_request", "timeout_s"),
                bad("{" + J + AT + ",\"timeout_s\":-1}", 400, "invalid_request", "timeout_s"),
                bad("{" + J + AT + ",\"timeout_s\":86401}", 400, "invalid_request", "timeout_s"),
                bad("{" + J + AT + ",\"timeout_s\":1e999999999}", 400, "invalid_request", "timeout_s"),
                bad("{" + J + AT + ",\"timeout_s\":1e99999999999}", 400, "invalid_request", "timeout_s"),
                bad("{" + J + AT + ",\"retry\":{\"jitter\":-1e99999999999}}", 400, "invalid_request", "retry.jitter"),
                bad("{" + J + AT + ",\"start_before_s\":0}", 400, "invalid_request", "start_before_s"),
                bad("{" + J + AT + ",\"misfire_after_s\":-5}", 400, "invalid_request", "misfire_after_s"),
                bad("{" + J + AT + ",\"jitter_s\":-1}", 400, "invalid_request", "jitter_s"),
                bad("{" + J + AT + ",\"jitter_s\":5,\"timing\":\"exact\"}", 400, "invalid_request", "jitter_s"),
                bad("{" + J + AT + ",\"priority\":10}", 400, "invalid_request", "priority"),
                bad("{" + J + AT + ",\"priority\":-1}", 400, "invalid_request", "priority"),
                bad("{" + J + AT + ",\"priority\":\"5\"}", 400, "invalid_request", "priority"),
                bad("{" + J + AT + ",\"priority\":5.5}", 400, "invalid_request", "priority"),
                // Words.
                bad("{" + J + AT + ",\"misfire\":\"never\"}", 400, "invalid_request", "misfire"),
                bad("{" + J + AT + ",\"misfire\":\"RUN_ONCE\"}", 400, "invalid_request", "misfire"),
                bad("{" + J + AT + ",\"overlap\":\"maybe\"}", 400, "invalid_request", "overlap"),
                bad("{" + J + AT + ",\"timing\":\"default\"}", 400, "invalid_request", "timing"),
                bad("{" + J + AT + ",\"key\":\"\"}", 400, "invalid_request", "key"),
                bad("{" + J + AT + ",\"owner_id\":\"\"}", 400, "invalid_request", "owner_id"),
                bad("{" + J + AT + ",\"pool\":\"\\u0007\"}", 400, "invalid_request", "pool"),
                bad("{" + J + AT + ",\"handler\":\"\"}", 400, "invalid_request", "handler"),
                bad("{" + J + AT + ",\"job_id\":\"1-1-1-1-1\"}", 400, "invalid_request", "job_id"),
                bad(
                        "{" + J + AT + ",\"job_id\":\"zzzzzzzz-0000-7000-8000-000000000001\"}",
                        400,
                        "invalid_request",
                        "job_id"),
                // Retries.
                bad("{" + J + AT + ",\"retry\":3}", 400, "invalid_request", "retry"),
                bad("{" + J + AT + ",\"retry\":{\"max\":-1}}", 400, "invalid_request", "retry.max"),
                bad("{" + J + AT + ",\"retry\":{\"max\":1001}}", 400, "invalid_request", "retry.max"),
                bad("{" + J + AT + ",\"retry\":{\"max\":\"3\"}}", 400, "invalid_request", "retry.max"),
                bad("{" + J + AT + ",\"retry\":{\"backoff\":\"10s\"}}", 400, "invalid_request", "retry.backoff"),
                bad("{" + J + AT + ",\"retry\":{\"backoff\":[]}}", 400, "invalid_request", "retry.backoff"),
                bad("{" + J + AT + ",\"retry\":{\"backoff\":[1,\"2\"]}}", 400, "invalid_request", "retry.backoff[1]"),
                bad("{" + J + AT + ",\"retry\":{\"backoff\":[1,0]}}", 400, "invalid_request", "retry.backoff[1]"),
                bad("{" + J + AT + ",\"retry\":{\"backoff\":0}}", 400, "invalid_request", "retry.backoff.initial_s"),
                bad(
                        "{" + J + AT + ",\"retry\":{\"backoff\":{\"factor\":2}}}",
                        400,
                        "invalid_request",
                        "retry.backoff.initial_s"),
                bad(
                        "{" + J + AT + ",\"retry\":{\"backoff\":{\"initial_s\":1,\"factor\":0.5}}}",
                        400,
                        "invalid_request",
                        "retry.backoff.factor"),
                bad(
                        "{" + J + AT + ",\"retry\":{\"backoff\":{\"initial_s\":9,\"max_s\":3}}}",
                        400,
                        "invalid_request",
                        "retry.backoff.initial_s"),
                bad(
                        "{" + J + AT + ",\"retry\":{\"backoff\":{\"initial_s\":1,\"jitter\":2}}}",
                        400,
                        "invalid_request",
                        "retry.backoff.jitter"),
                // HTTP targets.
                bad("{" + J + AT + ",\"http\":{}}", 400, "invalid_request", "http.url"),
                bad("{" + J + AT + ",\"http\":\"http://a\"}", 400, "invalid_request", "http"),
                bad("{" + J + AT + ",\"http\":{\"url\":\"ftp://a/\"}}", 400, "invalid_request", "http.url"),
                bad("{" + J + AT + ",\"http\":{\"url\":\"/relative\"}}", 400, "invalid_request", "http.url"),
                bad("{" + J + AT + ",\"http\":{\"url\":\"http://\"}}", 400, "invalid_request", "http.url"),
                bad("{" + J + AT + ",\"http\":{\"url\":\"http://u:p@a/\"}}", 400, "invalid_request", "http.url"),
                bad("{" + J + AT + ",\"http\":{\"url\":\"http://a b/\"}}", 400, "invalid_request", "http.url"),
                bad("{" + J + AT + ",\"http\":{\"url\":\"http://a/\\udc00\"}}", 400, "invalid_request", "http.url"),
                bad(
                        "{" + J + AT + ",\"http\":{\"url\":\"http://a/\",\"method\":\"BREW\"}}",
                        400,
                        "invalid_request",
                        "http.method"),
                bad(
                        "{" + J + AT + ",\"http\":{\"url\":\"http://a/\",\"headers\":{\"X\":\"a\\r\\nY: b\"}}}",
                        400,
                        "invalid_request",
                        "http.headers.X"),
                bad(
                        "{" + J + AT + ",\"http\":{\"url\":\"http://a/\",\"headers\":{\"Host\":\"b\"}}}",
                        400,
                        "invalid_request",
                        "http.headers.Host"),
                bad(
                        "{" + J + AT + ",\"http\":{\"url\":\"http://a/\",\"headers\":{\"X\":1}}}",
                        400,
                        "invalid_request",
                        "http.headers.X"),
                // Labels and payload.
                bad(
                        "{" + J + AT + ",\"labels\":{\"" + "k".repeat(10_000) + "\":1}}",
                        400,
                        "invalid_request",
                        "labels." + "k".repeat(193) + "..."),
                bad("{" + J + AT + ",\"labels\":{\"a\\u0000\":1}}", 400, "invalid_request", "labels.a?"),
                bad("{" + J + AT + ",\"labels\":{\"a\":1}}", 400, "invalid_request", "labels.a"),
                bad("{" + J + AT + ",\"labels\":[\"a\"]}", 400, "invalid_request", "labels"),
                bad(
                        "{" + J + AT + ",\"labels\":{\"a\":\"" + "x".repeat(256) + "\"}}",
                        400,
                        "invalid_request",
                        "labels.a"),
                bad("{" + J + AT + ",\"payload\":\"" + "x".repeat(65_536) + "\"}", 413, "payload_too_large", "payload"),
                bad("{" + J + AT + ",\"payload\":\"" + "x".repeat(600_000) + "\"}", 413, "payload_too_large", ""));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void a_bad_job_is_refused(String body, int status, String type, String field)
            throws IOException, InterruptedException {
        int before = door.owners().asked.size();

        HttpResponse<String> answer = door.post("/jobs", body);

        assertProblem(answer, status, type, field);
        assertThat(door.owners().asked).as("commands sent to owners").hasSize(before);
    }

    static Stream<Arguments> calls() {
        String job = Samples.PLAIN.toString();
        String run = Samples.RETRIED.toString();
        String stranger = "01890000-0000-7000-8000-00000000ffff";
        return Stream.of(
                call("GET", "/nothing", 404, "not_found", ""),
                call("POST", "/nothing", 404, "not_found", ""),
                call("GET", "/", 404, "not_found", ""),
                call("GET", "/v2/jobs", 404, "not_found", ""),
                call("GET", "/error", 404, "not_found", ""),
                call("GET", "/jobs/", 404, "not_found", ""),
                call("GET", "/jobs/" + job + "/nothing", 404, "not_found", ""),
                call("DELETE", "/jobs", 405, "method_not_allowed", ""),
                call("PUT", "/runs/" + run, 405, "method_not_allowed", ""),
                call("POST", "/runs", 405, "method_not_allowed", ""),
                call("GET", "/jobs/" + job + "/pause", 405, "method_not_allowed", ""),
                call("GET", "/jobs/not-a-uuid", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/1-1-1-1-1", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/%27;drop%20table%20jobs", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/" + job + "0", 400, "invalid_request", "job_id"),
                call("DELETE", "/jobs/garbage", 400, "invalid_request", "job_id"),
                call("POST", "/jobs/garbage/pause", 400, "invalid_request", "job_id"),
                call("POST", "/jobs/garbage/resume", 400, "invalid_request", "job_id"),
                call("POST", "/jobs/garbage/trigger", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/garbage/runs", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/garbage/next", 400, "invalid_request", "job_id"),
                call("GET", "/runs/garbage", 400, "invalid_request", "run_id"),
                call("POST", "/runs/garbage/cancel", 400, "invalid_request", "run_id"),
                call("GET", "/jobs/" + stranger, 404, "not_found", ""),
                call("GET", "/jobs/" + stranger + "/next", 404, "not_found", ""),
                call("GET", "/jobs/" + stranger + "/runs", 404, "not_found", ""),
                call("GET", "/runs/" + stranger, 404, "not_found", ""),
                call("POST", "/runs/" + stranger + "/cancel", 404, "not_found", ""),
                call("GET", "/jobs?limit=0", 400, "invalid_request", "limit"),
                call("GET", "/jobs?limit=1001", 400, "invalid_request", "limit"),
                call("GET", "/jobs?limit=ten", 400, "invalid_request", "limit"),
                call("GET", "/jobs?limit=99999999999999", 400, "invalid_request", "limit"),
                call("GET", "/jobs?status=sleeping", 400, "invalid_request", "status"),
                call("GET", "/jobs?cursor=made-up", 400, "invalid_request", "cursor"),
                call("GET", "/jobs?ownerid=acme", 400, "invalid_request", "ownerid"),
                call("GET", "/jobs/" + job + "?pretty", 400, "invalid_request", "pretty"),
                call("GET", "/runs?From=2026-03-01T00:00:00Z", 400, "invalid_request", "From"),
                call("GET", "/runs/" + run + "?x=1", 400, "invalid_request", "x"),
                call("GET", "/runs/" + run + "/explain?x=1", 400, "invalid_request", "x"),
                call("GET", "/jobs/" + job + "/runs?owner_id=acme", 400, "invalid_request", "owner_id"),
                call("GET", "/jobs/" + job + "/next?count=3", 400, "invalid_request", "count"),
                call("DELETE", "/jobs/" + job + "?force=true", 400, "invalid_request", "force"),
                call("POST", "/jobs/" + job + "/pause?held=true", 400, "invalid_request", "held"),
                call("GET", "/jobs/" + job + "/ledger?since=x", 400, "invalid_request", "since"),
                call("GET", "/jobs/" + job + "/ledger?limit=0", 400, "invalid_request", "limit"),
                call("GET", "/jobs/" + job + "/explain", 400, "invalid_request", "at"),
                call("GET", "/jobs/" + job + "/explain?at=2026-02-30T00:00", 400, "invalid_request", "at"),
                call("GET", "/jobs/garbage/explain?at=2026-02-01T00:00", 400, "invalid_request", "job_id"),
                call("GET", "/runs/garbage/explain", 400, "invalid_request", "run_id"),
                call("GET", "/jobs/" + stranger + "/ledger", 404, "not_found", ""),
                call("GET", "/jobs?name=%00", 400, "invalid_request", "name"),
                call("GET", "/runs?status=done", 400, "invalid_request", "status"),
                call("GET", "/runs?from=yesterday", 400, "invalid_request", "from"),
                call("GET", "/runs?to=99999-01-01T00:00:00Z", 400, "invalid_request", "to"),
                call("GET", "/runs?job_id=garbage", 400, "invalid_request", "job_id"),
                call("GET", "/runs?cursor=made-up", 400, "invalid_request", "cursor"),
                call("GET", "/jobs/" + job + "/runs?status=done", 400, "invalid_request", "status"),
                call("GET", "/jobs/" + job + "/next?n=0", 400, "invalid_request", "n"),
                call("GET", "/jobs/" + job + "/next?n=1001", 400, "invalid_request", "n"),
                call("DELETE", "/jobs/" + job + "?cancel_running=yes", 400, "invalid_request", "cancel_running"),
                call("POST", "/jobs/" + job + "/pause?hold=1", 400, "invalid_request", "hold"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_bad_call_is_refused_under_both_prefixes(String method, String path, int status, String type, String field)
            throws IOException, InterruptedException {
        assertProblem(door.call(method, path), status, type, field);
        if (!path.equals("/") && !path.equals("/error")) {
            assertProblem(door.call(method, "/v1" + path), status, type, field);
        }
    }

    @Test
    void all_wrong_fields_are_named_at_once() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                door.post("/jobs", "{\"name\":\"\",\"priority\":11,\"pol\":\"x\",\"timeout_s\":0}");
        assertThat(fieldsOf(answer)).containsExactlyInAnyOrder("name", "priority", "pol", "timeout_s", "schedule");
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
    void a_bad_trigger_names_its_field() throws IOException, InterruptedException {
        String path = "/jobs/" + Samples.PLAIN + "/trigger";
        assertProblem(door.post(path, "{\"request_id\":\"\"}"), 400, "invalid_request", "request_id");
        assertProblem(door.post(path, "{\"request_id\":7}"), 400, "invalid_request", "request_id");
        assertProblem(door.post(path, "{\"playload\":7}"), 400, "invalid_request", "playload");
        assertProblem(door.post(path, "{\"payload\":}"), 400, "malformed_json", "");
        assertProblem(
                door.post(path, "{\"payload\":\"" + "x".repeat(65_536) + "\"}"), 413, "payload_too_large", "payload");
    }

    @Test
    void a_bad_preview_names_its_field() throws IOException, InterruptedException {
        String path = "/schedules/preview";
        assertProblem(door.post(path, "{}"), 400, "invalid_request", "schedule");
        assertProblem(door.post(path, "{\"schedule\":\"x\"}"), 400, "invalid_request", "schedule");
        assertProblem(
                door.post(path, "{\"schedule\":\"@daily\",\"time_zone\":\"X\"}"), 400, "invalid_request", "time_zone");
        assertProblem(door.post(path, "{\"schedule\":\"@daily\",\"n\":0}"), 400, "invalid_request", "n");
        assertProblem(door.post(path, "{\"schedule\":\"@daily\",\"from\":\"x\"}"), 400, "invalid_request", "from");
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
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = MAPPER.readTree(answer.body());
        assertThat(problem.get("type").asString()).isEqualTo("urn:carillon:problem:" + type);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("title").asString()).isNotBlank();
        assertThat(problem.get("detail").asString())
                .isNotBlank()
                .doesNotContain("Exception", "io.carillon", "tools.", "Constraints", "REDACTED", "Feature");
        assertThat(problem.toString().codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF))
                .isEmpty();
        if (field.isEmpty()) {
            assertThat(fieldsOf(answer)).isEmpty();
        } else {
            assertThat(fieldsOf(answer)).containsExactly(field);
        }
    }

    private static List<String> fieldsOf(HttpResponse<String> answer) {
        return MAPPER.readTree(answer.body())
                .get("errors")
                .valueStream()
                .peek(error -> assertThat(error.get("message").asString()).isNotBlank())
                .map(error -> error.get("field").asString())
                .toList();
    }

    private static Arguments bad(String body, int status, String type, String field) {
        return arguments(body, status, type, field);
    }

    private static Arguments call(String method, String path, int status, String type, String field) {
        return arguments(method, path, status, type, field);
    }
}
