package io.carillon.member.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.alert.PostOutcome.Kind;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.run.AttemptError;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.Samples;
import io.carillon.member.alerts.HookServer.Received;
import io.carillon.worker.http.CidrBlock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookPostTest {

    private static final List<CidrBlock> LOOPBACK = List.of(CidrBlock.parse("127.0.0.0/8"));
    private static final String SECRET = "whsec_test";

    private final HookServer server = new HookServer();
    private final WebhookPost post = new WebhookPost(LOOPBACK, 2, new FixedTime(), Duration.ofSeconds(2));

    @AfterEach
    void close() {
        post.close();
        server.close();
    }

    @Test
    void an_alert_is_json_whose_sender_the_receiver_can_check() throws Exception {
        assertThat(send(server.url())).isEqualTo(PostOutcome.taken());

        Received received = server.received.get(0);
        assertThat(received.body())
                .isEqualTo("{\"alert_id\":\"7\",\"type\":\"dead_letter\",\"owner_id\":\"acme\",\"run_id\":\""
                        + Samples.DEAD
                        + "\",\"job_id\":\"" + Samples.FULL + "\",\"job_name\":\"report\",\"pool\":\"reports\","
                        + "\"nominal_at\":\"2026-03-01T09:00:00Z\",\"due_at\":\"2026-03-01T09:00:00Z\",\"died_at\":\""
                        + FixedTime.NOW
                        + "\",\"attempt\":3,\"reason\":\"retries_exhausted\",\"error\":{\"type\":\"Boom\","
                        + "\"message\":\"it broke\"}}");
        assertThat(received.header("Content-type")).isEqualTo("application/json");
        assertThat(received.header("Carillon-alert-id")).isEqualTo("7");
        assertThat(verify(SECRET, received)).isTrue();
        assertThat(verify("another", received)).isFalse();
        assertThat(verify(SECRET, new Received(received.body() + " ", received.headers())))
                .isFalse();
    }

    /** As the documentation tells receivers to. */
    private static boolean verify(String secret, Received received) throws Exception {
        String timestamp = received.header("Carillon-timestamp");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] expected = mac.doFinal((timestamp + "." + received.body()).getBytes(StandardCharsets.UTF_8));
        String signature = received.header("Carillon-signature");
        boolean fresh = Math.abs(FixedTime.NOW.getEpochSecond() - Long.parseLong(timestamp)) <= 300;
        return fresh
                && signature.startsWith("v1=")
                && MessageDigest.isEqual(expected, HexFormat.of().parseHex(signature.substring(3)));
    }

    @ParameterizedTest
    @CsvSource({"200, TAKEN", "299, TAKEN", "400, REFUSED", "410, REFUSED", "500, REFUSED", "503, REFUSED"})
    void a_status_says_whether_it_was_taken(int status, Kind kind) throws Exception {
        server.status = status;
        assertThat(send(server.url()).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void a_redirect_is_not_followed(int status) throws Exception {
        server.status = status;
        assertThat(send(server.url())).isEqualTo(new PostOutcome(Kind.REFUSED, "HTTP " + status));
        assertThat(server.received).hasSize(1);
    }

    @Test
    void an_endpoint_that_does_not_answer_is_given_up_after_the_time_limit() throws Exception {
        server.hangs = true;
        assertThat(send(server.url())).isEqualTo(new PostOutcome(Kind.SILENT, "no answer within 2 s"));
    }

    @Test
    void an_endpoint_that_is_not_there_is_unreachable() throws Exception {
        String url = server.url();
        server.close();
        assertThat(send(url).kind()).isEqualTo(Kind.UNREACHABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data",
                "http://[fe80::1]/",
                "http://10.0.0.1/",
                "http://[::ffff:10.0.0.1]/",
                "http://[::1]/",
                "http://0.0.0.0/",
                "file:///etc/passwd"
            })
    void what_may_not_be_called_is_not(String url) throws Exception {
        PostOutcome outcome = send(url);
        assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(outcome.detail()).contains("carillon.alerts.allow");
    }

    @Test
    void loopback_is_closed_unless_it_is_named() throws Exception {
        try (WebhookPost strict = new WebhookPost(List.of(), 2, new FixedTime())) {
            assertThat(strict.post(webhook(server.url()), alert())
                            .get(20, TimeUnit.SECONDS)
                            .kind())
                    .isEqualTo(Kind.UNREACHABLE);
        }
        assertThat(server.received).isEmpty();
    }

    private PostOutcome send(String url) throws InterruptedException, ExecutionException, TimeoutException {
        return post.post(webhook(url), alert()).get(20, TimeUnit.SECONDS);
    }

    private static Webhook webhook(String url) {
        return new Webhook("acme", url, SECRET, 1);
    }

    static Alert alert() {
        return new Alert(
                7,
                "acme",
                Samples.DEAD,
                Samples.FULL,
                "report",
                "reports",
                Samples.NOMINAL,
                Samples.NOMINAL,
                3,
                "retries_exhausted",
                new AttemptError("Boom", "it broke", "at Boom"),
                FixedTime.NOW,
                1);
    }
}
