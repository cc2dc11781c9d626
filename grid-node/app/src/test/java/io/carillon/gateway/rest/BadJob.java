package io.carillon.gateway.rest;

import java.util.List;

/**
 * A body that is no job.
 *
 * @param field the one that is wrong; empty: none in particular
 */
record BadJob(String body, int status, String type, String field) {

    private static final String J = "\"name\":\"n\",";
    private static final String AT = "\"run_at\":\"2026-03-01T13:00:00Z\"";

    static List<BadJob> all() {
        return List.of(
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

    private static BadJob bad(String body, int status, String type, String field) {
        return new BadJob(body, status, type, field);
    }
}
