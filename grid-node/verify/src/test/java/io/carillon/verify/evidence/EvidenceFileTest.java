package io.carillon.verify.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceFileTest {
    private static final Instant AT = Instant.parse("2026-10-25T00:30:00.123456Z");
    private static final UUID JOB = new UUID(1, 2);
    private static final UUID RUN = new UUID(3, 4);
    private static final Setting SETTING = new Setting(7, AT, Duration.ofMillis(5), Map.of("members", "3"));
    private static final Closing CLOSING = new Closing(AT.plusSeconds(60), AT.plusSeconds(90));
    private static final Arrival ARRIVAL = new Arrival(
            1,
            Arrival.Door.HTTP,
            "nightly",
            RUN,
            JOB,
            1,
            17,
            Trigger.SCHEDULE,
            AT,
            AT.plusSeconds(3),
            AT.plusSeconds(4));

    @TempDir
    private Path folder;

    @Test
    void every_kind_of_fact_comes_back_as_it_was_written() throws IOException {
        Definition definition = Definition.repeated("nightly", "30 2 * * *", "Europe/Berlin")
                .but()
                .owner("acme")
                .url("http://127.0.0.1:1/t/nightly")
                .retries(2, Duration.ofSeconds(1), Duration.ofMillis(2500))
                .misfire(Definition.Misfire.SKIP, Duration.ofSeconds(30))
                .overlap(Definition.Overlap.QUEUE_ONE)
                .timing(Definition.Timing.FLEXIBLE, Duration.ofSeconds(20))
                .bounds(AT, null)
                .definition();
        Request create = new Request(
                1,
                Request.Kind.CREATE,
                "member-1 rest",
                "key-1",
                JOB,
                null,
                definition,
                null,
                AT,
                AT.plusMillis(8),
                Outcome.ACKNOWLEDGED,
                "201");
        Request pause = new Request(
                2,
                Request.Kind.PAUSE,
                null,
                null,
                JOB,
                null,
                null,
                Request.Option.ofPause(true),
                AT,
                AT.plusSeconds(10),
                Outcome.UNKNOWN,
                null);
        Answer answer = new Answer(1, Answer.Reply.RETRYABLE, AT.plusSeconds(5));
        Fault fault = new Fault(
                1,
                "kill-member",
                "member-2",
                AT,
                AT.plusSeconds(1),
                AT.plusSeconds(9),
                Set.of(4, 255),
                Duration.ofSeconds(20));
        Fault unhealed =
                new Fault(2, "cut", "member-2 worker-1", AT.plusSeconds(1), AT.plusSeconds(2), null, null, null);
        Note note = new Note(AT, "clock-offset was left out: there is no libfaketime");
        Trouble trouble =
                new Trouble(AT, Trouble.Kind.BAD_CALL, null, RUN, "a call without the header Carillon-Attempt");
        JobSaid job = new JobSaid(JOB, "nightly", "acme", "active", 2, AT, Duration.ofSeconds(20));
        RunSaid run = new RunSaid(
                RUN,
                JOB,
                1,
                "failed",
                false,
                Trigger.SCHEDULE,
                1,
                17,
                AT,
                AT.plusSeconds(3),
                AT.plusSeconds(4),
                null,
                null,
                List.of(new RunSaid.AttemptSaid(1, 17, "w1", AT.plusSeconds(4), AT.plusSeconds(5), "failed")));
        LedgerSaid ledger = new LedgerSaid(
                JOB,
                AT,
                AT.plusSeconds(60),
                AT.plusSeconds(70),
                2,
                0,
                List.of(new LedgerSaid.Entry(AT, RUN, "failed")),
                List.of(new LedgerSaid.Skip(AT, AT, 1, "paused")),
                List.of("missing 2026-10-25T00:30:00Z"));
        DeadLetterSaid letter = new DeadLetterSaid(RUN, JOB);
        Path path = folder.resolve("evidence.jsonl");

        try (EvidenceFile file = EvidenceFile.create(path)) {
            for (Fact fact : List.of(
                    SETTING, create, pause, ARRIVAL, answer, fault, unhealed, note, trouble, job, run, ledger, letter,
                    CLOSING)) {
                file.append(fact);
            }
        }

        assertThat(EvidenceFile.read(path))
                .isEqualTo(new Evidence(
                        SETTING,
                        List.of(create, pause),
                        List.of(new Call(ARRIVAL, answer)),
                        List.of(fault, unhealed),
                        List.of(note),
                        List.of(trouble),
                        List.of(job),
                        List.of(run),
                        List.of(ledger),
                        List.of(letter),
                        CLOSING));
        assertThat(Files.readAllLines(path).get(3))
                .startsWith("{\"fact\":\"arrival\",")
                .contains("\"nominal_at\":\"2026-10-25T00:30:00.123456Z\"");
        assertThat(Files.readAllLines(path).get(2)).doesNotContain("null");
    }

    @Test
    void evidence_is_not_overwritten() throws IOException {
        Path path = folder.resolve("evidence.jsonl");
        EvidenceFile.create(path).close();

        assertThatThrownBy(() -> EvidenceFile.create(path)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void a_line_that_is_no_fact_is_named() throws IOException {
        Path path = folder.resolve("evidence.jsonl");
        Files.writeString(
                path, "{\"fact\":\"note\",\"at\":\"2026-10-25T00:30:00Z\",\"text\":\"\"}\n{\"fact\":\"guess\"}\n");

        assertThatThrownBy(() -> EvidenceFile.read(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2 is not a fact");
    }

    @Test
    void evidence_that_was_broken_off_is_refused() {
        assertThatThrownBy(() -> Evidence.of(List.of(SETTING, ARRIVAL))).hasMessageContaining("broken off");
        assertThatThrownBy(() -> Evidence.of(List.of(ARRIVAL, CLOSING))).hasMessageContaining("no setting");
        assertThatThrownBy(() -> Evidence.of(List.of(SETTING, new Answer(9, Answer.Reply.SUCCESS, AT), CLOSING)))
                .hasMessageContaining("call 9");
    }
}
