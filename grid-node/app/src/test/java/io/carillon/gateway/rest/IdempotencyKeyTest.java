package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.RunView;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.MemoryKeys;
import io.carillon.gateway.api.RequestKey;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    private static final String JOB = "{\"name\":\"hello\",\"schedule\":\"0 9 * * *\"}";
    private static final String OTHER = "{\"name\":\"hullo\",\"schedule\":\"0 9 * * *\"}";
    private static final String RUN = "0198f0a0-0000-8000-8000-000000000001";

    private static RestDoor door;
    private static int keys;

    private final String key = "key-" + ++keys;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    @BeforeEach
    void forget_what_was_asked() {
        door.owners().asked.clear();
        store().away(false);
        store().loseAnswers(false);
    }

    @Test
    void a_repeat_is_answered_as_the_first_call_was_without_a_second_job() throws IOException, InterruptedException {
        HttpResponse<String> first = post("/jobs", JOB, key);
        HttpResponse<String> second = post("/jobs", JOB, key);
        HttpResponse<String> quoted = post("/v1/jobs", JOB, '"' + key + '"');

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(created()).hasSize(1);
        assertThat(first.headers().firstValue("Location"))
                .hasValue("/jobs/" + created().get(0).jobId());
        for (HttpResponse<String> repeat : List.of(second, quoted)) {
            assertThat(repeat.statusCode()).isEqualTo(201);
            assertThat(repeat.body()).isEqualTo(first.body());
            assertThat(repeat.headers().firstValue("Location"))
                    .isEqualTo(first.headers().firstValue("Location"));
            assertThat(repeat.headers().firstValue("Content-Type")).hasValue("application/json");
        }
    }

    @Test
    void the_key_of_another_body_is_refused() throws IOException, InterruptedException {
        post("/jobs", JOB, key);
        HttpResponse<String> other = post("/jobs", OTHER, key);

        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.body()).contains("urn:carillon:problem:idempotency_key_reused");
        assertThat(created()).hasSize(1);
    }

    @Test
    void a_key_belongs_to_its_path() throws IOException, InterruptedException {
        String job = UUID.randomUUID().toString();
        post("/jobs", JOB, key);
        HttpResponse<String> trigger = post("/jobs/" + job + "/trigger", JOB.replace("name", "payload"), key);

        assertThat(trigger.statusCode()).isEqualTo(400);
        assertThat(post("/jobs/" + job + "/trigger", "{}", key).statusCode()).isEqualTo(202);
    }

    @Test
    void a_call_under_way_is_told_to_come_back() throws IOException, InterruptedException {
        store().hold(RequestKey.call(
                Principal.ANONYMOUS, "POST /jobs", key, new byte[0], JOB.getBytes(StandardCharsets.UTF_8)));
        HttpResponse<String> answer = post("/jobs", JOB, key);

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("urn:carillon:problem:idempotency_in_progress");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(created()).isEmpty();
    }

    @Test
    void after_a_crash_in_the_middle_the_repeat_asks_for_the_very_same_job() throws IOException, InterruptedException {
        store().loseAnswers(true);
        HttpResponse<String> lost = post("/jobs", JOB, key);
        store().loseAnswers(false);
        store().lapseClaims();
        door.owners().answerNext(new JobReply.Created(created().get(0).jobId(), 1, ScriptedOwners.NEXT, true));
        HttpResponse<String> repeat = post("/jobs", JOB, key);

        assertThat(created()).hasSize(2);
        assertThat(created().get(1)).isEqualTo(created().get(0));
        assertThat(created().get(0).jobId().value().version()).isEqualTo(8);
        assertThat(repeat.statusCode()).isEqualTo(201);
        assertThat(repeat.body()).isEqualTo(lost.body());
    }

    @Test
    void a_job_that_was_changed_between_crash_and_repeat_is_found_all_the_same()
            throws IOException, InterruptedException {
        store().loseAnswers(true);
        post("/jobs", JOB, key);
        store().loseAnswers(false);
        store().lapseClaims();
        door.owners().answerNext(new JobReply.Refused(Refusal.ID_TAKEN, "another definition"));
        HttpResponse<String> repeat = post("/jobs", JOB, key);

        assertThat(repeat.statusCode()).isEqualTo(201);
        assertThat(repeat.body()).contains(created().get(0).jobId().toString());
    }

    @Test
    void what_was_refused_is_judged_anew() throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Refused(Refusal.KEY_TAKEN, "taken"));
        assertThat(post("/jobs", JOB, key).statusCode()).isEqualTo(409);
        assertThat(post("/jobs", "{\"name\":\"hello\"}", key).statusCode()).isEqualTo(400);
        assertThat(post("/jobs", JOB, key).statusCode()).isEqualTo(201);
    }

    @Test
    void what_may_have_happened_keeps_the_key_for_the_same_request() throws IOException, InterruptedException {
        door.owners().answerNext(new JobReply.Refused(Refusal.STORE_UNAVAILABLE, "unknown"));
        assertThat(post("/jobs", JOB, key).statusCode()).isEqualTo(503);
        assertThat(post("/jobs", OTHER, key).statusCode()).isEqualTo(422);
        assertThat(post("/jobs", JOB, key).statusCode()).isEqualTo(201);
        assertThat(created().get(1)).isEqualTo(created().get(0));
    }

    @Test
    void a_trigger_with_a_key_has_a_request_id_that_follows_from_it() throws IOException, InterruptedException {
        String path = "/jobs/" + UUID.randomUUID() + "/trigger";
        HttpResponse<String> first = post(path, "{\"payload\":1}", key);
        HttpResponse<String> second = post(path, "{\"payload\":1}", key);

        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(door.owners().asked).hasSize(1);
        store().lapseClaims();
        assertThat(post(path, "{\"payload\":2}", key).statusCode()).isEqualTo(422);
        assertThat(((JobCommand.TriggerNow) door.owners().asked.get(0)).requestId())
                .hasSize(36);
    }

    @Test
    void redrives_take_keys_too() throws IOException, InterruptedException {
        HttpResponse<String> one = post("/dead-letters/" + RUN + "/redrive", "", key);
        HttpResponse<String> many = post("/dead-letters:redrive", "{\"filter\":{}}", key);
        HttpResponse<String> again = post("/dead-letters:redrive", "{\"filter\":{}}", key);

        assertThat(one.statusCode()).isIn(202, 404);
        assertThat(many.statusCode()).isEqualTo(202);
        assertThat(again.body()).isEqualTo(many.body());
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(many.headers().firstValue("Location"));
        assertThat(door.deadLetters().redrives.values()).hasSize(1);
    }

    @Test
    void a_redrive_whose_answer_was_lost_is_not_done_again_and_answered_as_the_first_time()
            throws IOException, InterruptedException {
        Run dead = Samples.dead().run();
        door.rows().runs.add(new RunView(dead, null, List.of(), null));
        String path = "/dead-letters/" + dead.id() + "/redrive";
        door.keys().loseAnswers(true);
        HttpResponse<String> first = post(path, "", key);
        door.keys().loseAnswers(false);
        door.keys().lapseClaims();

        HttpResponse<String> untouched = post(path, "", "other-" + key);
        assertThat(untouched.statusCode()).isEqualTo(202);
        int asked = door.owners().asked.size();
        Decision.Moved redriven = (Decision.Moved) RunTransitions.decide(
                dead, new RunEvent.Redrive(), FixedTime.NOW, RetryPolicy.DEFAULT, 0, new UUID(7, 7));
        door.rows().runs.removeIf(view -> view.run().id().equals(dead.id()));
        door.rows().runs.add(new RunView(redriven.run(), null, List.of(), null));
        HttpResponse<String> again = post(path, "", key);

        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(again.statusCode()).isEqualTo(202);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(door.owners().asked).hasSize(asked);
        assertThat(post(path, "", key).body()).isEqualTo(first.body());
        door.rows().runs.removeIf(view -> view.run().id().equals(dead.id()));
    }

    @Test
    void a_redrive_that_had_no_effect_yet_is_done_by_the_repeat() throws IOException, InterruptedException {
        Run dead = Samples.dead().run();
        door.rows().runs.add(new RunView(dead, null, List.of(), null));
        String path = "/dead-letters/" + dead.id() + "/redrive";
        door.owners().answerNext(new JobReply.Refused(Refusal.STORE_UNAVAILABLE, "unknown"));
        assertThat(post(path, "", key).statusCode()).isEqualTo(503);
        int asked = door.owners().asked.size();

        assertThat(post(path, "", key).statusCode()).isEqualTo(202);
        assertThat(door.owners().asked).hasSize(asked + 1);
        door.rows().runs.removeIf(view -> view.run().id().equals(dead.id()));
    }

    @Test
    void fifty_clients_with_one_key_make_one_job() {
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            HttpRequest request = request("/jobs", JOB, key).build();
            calls.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
        }

        List<HttpResponse<String>> answers =
                calls.stream().map(CompletableFuture::join).toList();
        assertThat(created()).hasSize(1);
        assertThat(answers).anyMatch(answer -> answer.statusCode() == 201).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isIn(201, 409);
            if (answer.statusCode() == 201) {
                assertThat(answer.body()).contains(created().get(0).jobId().toString());
            }
        });
    }

    @Test
    void without_the_store_there_is_no_claim_and_no_job() throws IOException, InterruptedException {
        store().away(true);
        HttpResponse<String> answer = post("/jobs", JOB, key);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(created()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "two words", "a\"b", "   "})
    void a_malformed_key_is_refused(String malformed) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/jobs", JOB, malformed);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("Idempotency-Key");
        assertThat(created()).isEmpty();
    }

    @Test
    void a_key_has_255_characters_at_most_and_comes_once() throws IOException, InterruptedException {
        assertThat(post("/jobs", JOB, "k".repeat(256)).statusCode()).isEqualTo(400);
        assertThat(post("/jobs", JOB, "k".repeat(255)).statusCode()).isEqualTo(201);
        HttpRequest.Builder twice = request("/jobs", JOB, key).header("Idempotency-Key", "another");
        assertThat(door.send(twice).statusCode()).isEqualTo(400);
    }

    private static MemoryKeys store() {
        return door.keys();
    }

    private static List<JobCommand.Create> created() {
        return door.owners().asked.stream()
                .filter(JobCommand.Create.class::isInstance)
                .map(JobCommand.Create.class::cast)
                .toList();
    }

    private static HttpResponse<String> post(String path, String body, String key)
            throws IOException, InterruptedException {
        return door.send(request(path, body, key));
    }

    private static HttpRequest.Builder request(String path, String body, String key) {
        return door.request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }
}
