package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Role;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Payload;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.api.ApiKeyDesk;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.JobDraft;
import io.carillon.gateway.api.MemoryApiKeys;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What is secret is in no log line, exception or text of an object, whatever goes wrong. */
class RedactionTest {

    private static final String HEADER = "s3cr3t-of-a-header";
    private static final String PAYLOAD = "s3cr3t-of-a-payload";
    private static final String QUERY = "s3cr3t-of-a-query";

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.carillon");
    private final Logger spring = (Logger) LoggerFactory.getLogger("org.springframework.web");
    private RestDoor door;

    @BeforeEach
    void open() {
        door = new RestDoor(true);
        lines.start();
        root.addAppender(lines);
        ours.setLevel(Level.TRACE);
        spring.setLevel(Level.DEBUG);
    }

    @AfterEach
    void close() {
        root.detachAppender(lines);
        ours.setLevel(null);
        spring.setLevel(null);
        door.close();
    }

    @Test
    void no_line_of_a_log_and_no_answer_tells_a_secret() throws IOException, InterruptedException {
        MemoryApiKeys store = door.bean(MemoryApiKeys.class);
        KeyText good = KeyText.of(new UUID(3, 1), store.nextSecret());
        KeyText unknown = KeyText.of(new UUID(3, 2), store.nextSecret());
        store.put(ApiKey.made(good, null, Role.ADMIN, "k", "root", FixedTime.NOW, null));
        door.bean(KeyRing.class).refresh();
        String job = "{\"name\":\"j\",\"run_at\":\"2026-03-02T00:00:00Z\",\"payload\":{\"p\":\"" + PAYLOAD
                + "\"},\"http\":{\"url\":\"https://example.org/?q=" + QUERY
                + "\",\"method\":\"POST\",\"headers\":{\"X-Token\":\"" + HEADER + "\"}}%s}";
        List<String> answers = new ArrayList<>();
        for (String key : List.of(good.text(), unknown.text(), good.text() + "x", "Basic " + HEADER)) {
            for (String body : List.of(
                    job.formatted(""),
                    job.formatted(",\"surplus\":1"),
                    job.formatted("").substring(1))) {
                answers.add(post("/jobs", key, body).body());
                answers.add(
                        post("/jobs:batch", key, "{\"jobs\":[" + body + "]}").body());
            }
        }
        HttpResponse<String> made =
                post("/api-keys", good.text(), "{\"name\":\"n\",\"role\":\"viewer\",\"owner_id\":\"acme\"}");
        String text = made.body().replaceAll("(?s).*\"api_key\":\"([^\"]+)\".*", "$1");
        assertThat(KeyText.parse(text)).isNotNull();

        List<String> secrets =
                List.of(HEADER, PAYLOAD, QUERY, secret(good.text()), secret(unknown.text()), secret(text));
        assertThat(lines.list).isNotEmpty();
        for (String secret : secrets) {
            assertThat(answers).noneMatch(answer -> answer.contains(secret));
            assertThat(List.copyOf(lines.list)).noneMatch(line -> told(line).contains(secret));
        }
    }

    private static String secret(String key) {
        return key.substring(key.length() - 43);
    }

    private static String told(ILoggingEvent line) {
        return line.getFormattedMessage()
                + (line.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(line.getThrowableProxy()));
    }

    private HttpResponse<String> post(String path, String key, String body) throws IOException, InterruptedException {
        return door.send(door.request(path)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void what_holds_a_secret_does_not_tell_it() {
        KeyText key = KeyText.of(new UUID(3, 9), new byte[KeyText.SECRET_BYTES]);
        ApiKey kept = ApiKey.made(key, null, Role.ADMIN, "k", "root", FixedTime.NOW, null);
        Map<String, String> headers = Map.of("X-Token", HEADER);
        String url = "https://example.org/hook?q=" + QUERY;
        assertThat(List.of(
                        key.toString(),
                        kept.toString(),
                        new ApiKeyDesk.Made(kept, key).toString(),
                        new HttpTarget(url, "POST", headers).toString(),
                        new JobDraft.Http(url, "POST", headers).toString(),
                        new io.carillon.client.HttpTarget(url, "POST", headers).toString(),
                        Payload.ofJson("{\"p\":\"" + PAYLOAD + "\"}").toString(),
                        Samples.full().toString()))
                .noneMatch(text -> text.contains(HEADER)
                        || text.contains(QUERY)
                        || text.contains(PAYLOAD)
                        || text.contains(secret(key.text()))
                        || text.contains(key.hash()));
        assertThat(Samples.full().toString()).contains("example.org/hook");
    }
}
