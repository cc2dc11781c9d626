package io.carillon.verify.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.verify.evidence.Answer.Reply;
import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.Closing;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.EvidenceFile;
import io.carillon.verify.evidence.Setting;
import io.carillon.verify.evidence.Trouble;
import io.carillon.verify.record.Recorder;
import io.carillon.verify.time.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpWitnessTest {
    private static final String RUN = "00000000-0000-0002-8000-000000000002";
    private static final String[] HEADERS = {
        "Carillon-Run-Id", RUN,
        "Carillon-Job-Id", "00000000-0000-0001-8000-000000000001",
        "Carillon-Attempt", "1",
        "Carillon-Fencing-Token", "7",
        "Carillon-Trigger", "schedule",
        "Carillon-Nominal-At", "2026-05-05T10:00:00Z",
        "Carillon-Due-At", "2026-05-05T10:00:00Z",
    };

    @TempDir
    private Path dir;

    @Test
    void a_call_that_does_not_say_what_it_is_for_is_evidence() throws Exception {
        Evidence evidence = seen(400, HttpRequest.newBuilder().POST(BodyPublishers.noBody()));

        assertThat(evidence.calls()).isEmpty();
        assertThat(evidence.troubles())
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.kind()).isEqualTo(Trouble.Kind.BAD_CALL))
                .satisfies(trouble -> assertThat(trouble.text()).contains("Carillon-"));
    }

    @Test
    void a_call_without_the_payload_of_its_job_is_written_down_as_both() throws Exception {
        Evidence evidence = seen(404, HttpRequest.newBuilder().headers(HEADERS).POST(BodyPublishers.ofString("{}")));

        assertThat(evidence.calls())
                .singleElement()
                .extracting(Call::answer)
                .satisfies(answer -> assertThat(answer).isNotNull())
                .satisfies(answer -> assertThat(answer.reply()).isEqualTo(Reply.PERMANENT));
        assertThat(evidence.troubles())
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.kind()).isEqualTo(Trouble.Kind.BAD_PAYLOAD))
                .satisfies(trouble -> assertThat(trouble.run()).hasToString(RUN));
    }

    @Test
    void a_call_as_it_must_be_is_answered_as_its_payload_says() throws Exception {
        Evidence evidence = seen(
                200, HttpRequest.newBuilder().headers(HEADERS).POST(BodyPublishers.ofString(Behaviour.PLAIN.toJson())));

        assertThat(evidence.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.succeeded()).isTrue());
        assertThat(evidence.troubles()).isEmpty();
    }

    private Evidence seen(int status, HttpRequest.Builder request) throws IOException, InterruptedException {
        Path path = dir.resolve("evidence.jsonl");
        SystemClock clock = new SystemClock(Duration.ZERO);
        try (EvidenceFile file = EvidenceFile.create(path)) {
            Recorder recorder = new Recorder(file, clock);
            Instant begin = clock.now();
            recorder.add(new Setting(1, begin, Duration.ZERO, Map.of()));
            Sightings sightings = new Sightings(recorder);
            try (HttpWitness witness = HttpWitness.start(sightings)) {
                int answered = HttpClient.newHttpClient()
                        .send(request.uri(URI.create(witness.url())).build(), BodyHandlers.discarding())
                        .statusCode();
                assertThat(answered).isEqualTo(status);
            }
            recorder.add(new Closing(begin, sightings.close()));
        }
        return EvidenceFile.read(path);
    }
}
