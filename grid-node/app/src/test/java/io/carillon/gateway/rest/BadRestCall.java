package io.carillon.gateway.rest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call over REST that must be refused.
 *
 * @param path with {@link #JOB} and {@link #RUN} for those that there are
 * @param body null: none
 * @param field the one that is wrong; empty: none in particular
 */
public record BadRestCall(
        String method, String path, @Nullable String body, int status, String type, String field) {

    static final String JOB = "{job}";
    static final String RUN = "{run}";

    private static final String STRANGER = "01890000-0000-7000-8000-00000000ffff";
    private static final String LONG_TEXT = "x".repeat(65_536);
    private static final String DAY = "\"from\":\"1970-01-01T00:00:00Z\",\"to\":\"1970-01-02T00:00:00Z\"";

    /** All of them, with bodies that are no jobs. */
    public static List<BadRestCall> all() {
        List<BadRestCall> all = new ArrayList<>(calls());
        all.addAll(others());
        for (BadJob bad : BadJob.all()) {
            all.add(new BadRestCall("POST", "/jobs", bad.body(), bad.status(), bad.type(), bad.field()));
            if (!bad.field().equals("job_id")) {
                all.add(new BadRestCall("PUT", "/jobs/" + STRANGER, bad.body(), bad.status(), bad.type(), bad.field()));
            }
        }
        return all;
    }

    private static List<BadRestCall> calls() {
        return List.of(
                call("GET", "/nothing", 404, "not_found", ""),
                call("POST", "/nothing", 404, "not_found", ""),
                call("GET", "/", 404, "not_found", ""),
                call("GET", "/v2/jobs", 404, "not_found", ""),
                call("GET", "/error", 404, "not_found", ""),
                call("GET", "/jobs/", 404, "not_found", ""),
                call("GET", "/jobs/" + JOB + "/nothing", 404, "not_found", ""),
                call("DELETE", "/jobs", 405, "method_not_allowed", ""),
                call("PUT", "/runs/" + RUN, 405, "method_not_allowed", ""),
                call("POST", "/runs", 405, "method_not_allowed", ""),
                call("GET", "/jobs/" + JOB + "/pause", 405, "method_not_allowed", ""),
                call("GET", "/jobs/not-a-uuid", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/1-1-1-1-1", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/%27;drop%20table%20jobs", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/" + JOB + "0", 400, "invalid_request", "job_id"),
                call("DELETE", "/jobs/garbage", 400, "invalid_request", "job_id"),
                call("POST", "/jobs/garbage/pause", 400, "invalid_request", "job_id"),
                call("POST", "/jobs/garbage/resume", 400, "invalid_request", "job_id"),
                call("POST", "/jobs/garbage/trigger", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/garbage/runs", 400, "invalid_request", "job_id"),
                call("GET", "/jobs/garbage/next", 400, "invalid_request", "job_id"),
                call("GET", "/runs/garbage", 400, "invalid_request", "run_id"),
                call("POST", "/runs/garbage/cancel", 400, "invalid_request", "run_id"),
                call("GET", "/jobs/" + STRANGER, 404, "not_found", ""),
                call("GET", "/jobs/" + STRANGER + "/next", 404, "not_found", ""),
                call("GET", "/jobs/" + STRANGER + "/runs", 404, "not_found", ""),
                call("GET", "/runs/" + STRANGER, 404, "not_found", ""),
                call("POST", "/runs/" + STRANGER + "/cancel", 404, "not_found", ""),
                call("GET", "/jobs?limit=0", 400, "invalid_request", "limit"),
                call("GET", "/jobs?limit=1001", 400, "invalid_request", "limit"),
                call("GET", "/jobs?limit=ten", 400, "invalid_request", "limit"),
                call("GET", "/jobs?limit=99999999999999", 400, "invalid_request", "limit"),
                call("GET", "/jobs?status=sleeping", 400, "invalid_request", "status"),
                call("GET", "/jobs?cursor=made-up", 400, "invalid_request", "cursor"),
                call("GET", "/jobs?ownerid=acme", 400, "invalid_request", "ownerid"),
                call("GET", "/jobs/" + JOB + "?pretty", 400, "invalid_request", "pretty"),
                call("GET", "/runs?From=2026-03-01T00:00:00Z", 400, "invalid_request", "From"),
                call("GET", "/runs/" + RUN + "?x=1", 400, "invalid_request", "x"),
                call("GET", "/runs/" + RUN + "/explain?x=1", 400, "invalid_request", "x"),
                call("GET", "/jobs/" + JOB + "/runs?owner_id=acme", 400, "invalid_request", "owner_id"),
                call("GET", "/jobs/" + JOB + "/next?count=3", 400, "invalid_request", "count"),
                call("DELETE", "/jobs/" + JOB + "?force=true", 400, "invalid_request", "force"),
                call("POST", "/jobs/" + JOB + "/pause?held=true", 400, "invalid_request", "held"),
                call("GET", "/jobs/" + JOB + "/ledger?since=x", 400, "invalid_request", "since"),
                call("GET", "/jobs/" + JOB + "/ledger?limit=0", 400, "invalid_request", "limit"),
                call("GET", "/jobs/" + JOB + "/explain", 400, "invalid_request", "at"),
                call("GET", "/jobs/" + JOB + "/explain?at=2026-02-30T00:00", 400, "invalid_request", "at"),
                call("GET", "/jobs/garbage/explain?at=2026-02-01T00:00", 400, "invalid_request", "job_id"),
                call("GET", "/runs/garbage/explain", 400, "invalid_request", "run_id"),
                call("GET", "/jobs/" + STRANGER + "/ledger", 404, "not_found", ""),
                call("GET", "/jobs?name=%00", 400, "invalid_request", "name"),
                call("GET", "/runs?status=done", 400, "invalid_request", "status"),
                call("GET", "/runs?from=yesterday", 400, "invalid_request", "from"),
                call("GET", "/runs?to=99999-01-01T00:00:00Z", 400, "invalid_request", "to"),
                call("GET", "/runs?job_id=garbage", 400, "invalid_request", "job_id"),
                call("GET", "/runs?cursor=made-up", 400, "invalid_request", "cursor"),
                call("GET", "/jobs/" + JOB + "/runs?status=done", 400, "invalid_request", "status"),
                call("GET", "/jobs/" + JOB + "/next?n=0", 400, "invalid_request", "n"),
                call("GET", "/jobs/" + JOB + "/next?n=1001", 400, "invalid_request", "n"),
                call("DELETE", "/jobs/" + JOB + "?cancel_running=yes", 400, "invalid_request", "cancel_running"),
                call("POST", "/jobs/" + JOB + "/pause?hold=1", 400, "invalid_request", "hold"));
    }

    private static List<BadRestCall> others() {
        return List.of(
                call("POST", "/jobs/" + JOB + "/resume?hold=true", 400, "invalid_request", "hold"),
                call("POST", "/jobs/" + JOB + "/trigger?payload=1", 400, "invalid_request", "payload"),
                call("POST", "/runs/" + RUN + "/cancel?force=true", 400, "invalid_request", "force"),
                call("GET", "/cluster?x=1", 400, "invalid_request", "x"),
                call("GET", "/owners/a/quota?jobs=1", 400, "invalid_request", "jobs"),
                sent("POST", "/jobs?dry_run=true", "{\"name\":\"n\"}", "dry_run"),
                sent("POST", "/jobs:batch?atomic=true", "{\"jobs\":[]}", "atomic"),
                sent("POST", "/jobs:batch", "{\"jobs\":[]}", "jobs"),
                sent("POST", "/jobs:batch", "{\"jobs\":{}}", "jobs"),
                call("POST", "/jobs:batch", "{\"jobs\":[{},", 400, "malformed_json", ""),
                sent("POST", "/jobs/" + JOB + "/trigger", "{\"request_id\":\"\"}", "request_id"),
                sent("POST", "/jobs/" + JOB + "/trigger", "{\"request_id\":7}", "request_id"),
                sent("POST", "/jobs/" + JOB + "/trigger", "{\"playload\":7}", "playload"),
                call("POST", "/jobs/" + JOB + "/trigger", "{\"payload\":}", 400, "malformed_json", ""),
                call(
                        "POST",
                        "/jobs/" + JOB + "/trigger",
                        "{\"payload\":\"" + LONG_TEXT + "\"}",
                        413,
                        "payload_too_large",
                        "payload"),
                sent("POST", "/schedules/preview", "{}", "schedule"),
                sent("POST", "/schedules/preview", "{\"schedule\":\"x\"}", "schedule"),
                sent("POST", "/schedules/preview", "{\"schedule\":\"@daily\",\"time_zone\":\"X\"}", "time_zone"),
                sent("POST", "/schedules/preview", "{\"schedule\":\"@daily\",\"n\":0}", "n"),
                sent("POST", "/schedules/preview", "{\"schedule\":\"@daily\",\"from\":\"x\"}", "from"),
                sent("POST", "/jobs/" + JOB + "/backfill", "{\"to\":\"1970-01-02T00:00:00Z\"}", "from"),
                sent("POST", "/jobs/" + JOB + "/backfill", "{\"from\":\"1970-01-02T00:00:00Z\"}", "to"),
                sent("POST", "/jobs/" + JOB + "/backfill?preview=1", "{" + DAY + "}", "preview"),
                sent("POST", "/jobs/" + JOB + "/backfill", "{" + DAY + ",\"limit\":10001}", "limit"),
                call("PATCH", "/jobs/" + JOB, "{\"priority\":3}", 415, "unsupported_media_type", ""),
                sent("PUT", "/owners/a/quota", "{\"max_jobs\":-1}", "max_jobs"),
                sent("PUT", "/owners/a/quota", "{\"max\":1}", "max"),
                sent("PUT", "/owners/a/alerts", "{}", "webhook_url"),
                sent("PUT", "/owners/a/alerts", "{\"webhook_url\":\"ftp://a/\"}", "webhook_url"),
                sent("PUT", "/cluster/size", "{\"expected_size\":0}", "expected_size"),
                call("POST", "/dead-letters/garbage/redrive", 400, "invalid_request", "run_id"),
                sent("POST", "/dead-letters:redrive", "{}", "filter"),
                sent("POST", "/dead-letters:redrive", "{\"filter\":{\"jobid\":\"x\"}}", "filter.jobid"),
                call("GET", "/dead-letters?cursor=made-up", 400, "invalid_request", "cursor"),
                call("GET", "/dead-letters/redrives/garbage", 400, "invalid_request", "redrive_id"),
                call("DELETE", "/dead-letters/redrives/" + STRANGER, 404, "not_found", ""));
    }

    /** @param base address of the member, and prefix of the paths */
    public HttpResponse<String> send(HttpClient client, String base, String job, String run)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(base + path.replace(JOB, job).replace(RUN, run)))
                .timeout(Duration.ofSeconds(20));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        request.method(
                method,
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** Also under the version's prefix, where there is one. */
    public Stream<String> prefixes() {
        return path.equals("/") || path.equals("/error") ? Stream.of("") : Stream.of("", "/v1");
    }

    @Override
    public String toString() {
        String sent = body == null ? "" : body.length() > 100 ? body.substring(0, 100) + "..." : body;
        return method + " " + path + " " + sent;
    }

    private static BadRestCall sent(String method, String path, String body, String field) {
        return call(method, path, body, 400, "invalid_request", field);
    }

    private static BadRestCall call(String method, String path, int status, String type, String field) {
        return new BadRestCall(method, path, null, status, type, field);
    }

    private static BadRestCall call(String method, String path, String body, int status, String type, String field) {
        return new BadRestCall(method, path, body, status, type, field);
    }
}
