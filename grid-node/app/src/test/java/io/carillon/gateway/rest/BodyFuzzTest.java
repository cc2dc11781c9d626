package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever body comes, the answer is a success or names the caller's mistake: never one of ours. */
class BodyFuzzTest {

    private static final String ALPHABET = "{}[]\",:0123456789.eE+-*/LW# truefalsn\\u0000\u0001\ud800\u00e9\t\n";
    private static final List<String> BODIES = List.of(
            "{\"name\":\"n\",\"schedule\":\"*/5 * * * *\",\"time_zone\":\"Europe/Berlin\",\"payload\":{\"a\":[1,2.5e3,null]}}",
            "{\"name\":\"n\",\"run_at\":\"2026-03-02T12:00:00Z\",\"retry\":{\"max\":3,\"backoff\":[1,2,3]},\"timeout_s\":5}",
            "{\"name\":\"n\",\"schedule\":\"@every 90s\",\"http\":{\"url\":\"https://example.org/x\",\"method\":\"POST\","
                    + "\"headers\":{\"X-A\":\"1\"}},\"misfire\":\"skip\",\"overlap\":\"queue_one\",\"priority\":9}",
            "{\"name\":\"n\",\"schedule\":\"0 0 1W * *\",\"starts_at\":\"2026-03-02T12:00:00Z\",\"ends_at\":\"2027-03-02T12:00:00Z\","
                    + "\"labels\":{\"a\":\"b\"},\"jitter_s\":3,\"timing\":\"flexible\",\"misfire_after_s\":1e2}",
            "{\"schedule\":\"0 9 * * MON#1\",\"time_zone\":\"UTC\",\"n\":3,\"from\":\"2026-03-02T12:00:00Z\"}");

    @Test
    @Timeout(1_200)
    void no_body_makes_a_server_error() throws IOException, InterruptedException {
        long seed = Long.getLong("carillon.fuzz.seed", 7);
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("carillon.fuzz.seconds", 2)).toNanos();
        SplittableRandom random = new SplittableRandom(seed);
        // They are no settings of a member, which refuses what it does not know.
        System.clearProperty("carillon.fuzz.seed");
        System.clearProperty("carillon.fuzz.seconds");
        try (RestDoor door = new RestDoor()) {
            for (int i = 0; i < 200 || System.nanoTime() < end; i++) {
                String body = body(random);
                String path = random.nextInt(4) == 0 ? "/schedules/preview" : "/jobs";
                HttpResponse<String> answer = door.post(path, body);
                assertThat(answer.statusCode())
                        .as("seed %s body %s answer %s", seed, body, answer.body())
                        .isBetween(200, 499);
                if (answer.statusCode() >= 400) {
                    assertThat(answer.body())
                            .contains("\"type\":\"urn:carillon:problem:")
                            .doesNotContain("Exception");
                }
            }
        }
    }

    private static String body(SplittableRandom random) {
        StringBuilder body = new StringBuilder(BODIES.get(random.nextInt(BODIES.size())));
        int changes = random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(body.length() + 1);
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(6)) {
                case 0 -> body.insert(at, c);
                case 1 -> body.delete(at, Math.min(body.length(), at + random.nextInt(12)));
                case 2 -> body.insert(at, BODIES.get(random.nextInt(BODIES.size())));
                case 3 -> body.insert(at, String.valueOf(c).repeat(random.nextInt(3_000)));
                case 4 -> body.setLength(Math.max(1, at));
                default -> {
                    if (at < body.length()) {
                        body.setCharAt(at, c);
                    }
                }
            }
        }
        return body.toString();
    }
}
