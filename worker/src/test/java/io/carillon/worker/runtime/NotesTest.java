package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.proto.v1.LogLine;
import io.carillon.proto.v1.LogLines;
import io.carillon.proto.v1.RunNote;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import io.carillon.worker.handler.CheckpointException;
import io.carillon.worker.handler.RunContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a handler says, on virtual time: what is sent of it, when, and in how many messages. */
class NotesTest {
    private final AtomicReference<RunContext> last = new AtomicReference<>();
    private final Bench bench = new Bench(10, run -> {
        last.set(run);
        return null;
    });

    @Test
    void progress_and_lines_of_all_runs_go_together_once_a_second() {
        bench.welcomeKeeping().assign("a", "b");
        RunContext a = handlerOf("a");
        RunContext b = handlerOf("b");
        a.progress(0.1, "begun");
        bench.tick();
        assertThat(batches()).hasSize(1);

        for (int i = 0; i < 1_000; i++) {
            a.progress(i / 1_000.0, "step " + i);
            b.log("line " + i);
            bench.tick();
        }
        assertThat(batches()).hasSize(1);
        bench.advanceSeconds(1);

        assertThat(batches()).hasSize(2);
        assertThat(batches().get(1).getNotes().getNotesList())
                .extracting(RunNote::getRunId)
                .containsExactly("a", "b");
        assertThat(batches().get(1).getNotes().getNotes(0).getProgress().getMessage())
                .isEqualTo("step 999");
        assertThat(batches().get(1).getNotes().getNotes(1).getLog().getLinesCount())
                .isEqualTo(1_000);
    }

    @Test
    void run_that_says_nothing_costs_no_message() {
        bench.welcomeKeeping().assign("a").runAll().advanceSeconds(60);

        assertThat(batches()).isEmpty();
    }

    @Test
    void last_words_precede_the_result() {
        Bench talking = new Bench(1, run -> {
            run.log("about to fail");
            throw new IllegalStateException("as said");
        });
        talking.welcomeKeeping().assign("a").runAll();

        assertThat(talking.stream().sent)
                .extracting(WorkerMessage::getMessageCase)
                .containsSubsequence(MessageCase.NOTES, MessageCase.RESULTS);
    }

    @Test
    void what_is_said_after_the_end_is_not_heard() {
        bench.welcomeKeeping().assign("a").runAll();
        RunContext ended = Objects.requireNonNull(last.get());
        ended.log("too late");
        ended.progress("too late");
        bench.advanceSeconds(5);

        assertThat(batches()).isEmpty();
        assertThatThrownBy(() -> ended.checkpoint("late"))
                .isInstanceOfSatisfying(
                        CheckpointException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(CheckpointException.Reason.ENDED));
    }

    @Test
    void line_tells_how_long_ago_it_was_written() {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        bench.stream().ready = false;
        run.log("first");
        bench.advanceSeconds(3);
        run.log("second");
        bench.stream().ready = true;
        bench.advanceSeconds(1);

        assertThat(log().getLinesList())
                .extracting(line -> line.getAge().getSeconds())
                .containsExactly(3L, 0L);
    }

    @Test
    void while_the_stream_takes_nothing_the_newest_lines_wait_and_the_dropped_ones_are_counted() {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        bench.stream().ready = false;
        for (int i = 1; i <= 2_500; i++) {
            run.log("line " + i);
        }
        bench.stream().ready = true;
        bench.advanceSeconds(1);

        assertThat(log().getFirstLine()).isEqualTo(1_501);
        assertThat(log().getLinesList())
                .hasSize(1_000)
                .last()
                .extracting(LogLine::getText)
                .isEqualTo("line 2500");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "1000, 1000", "1500, 1000"})
    void text_of_several_lines_counts_as_several(int lines, int kept) {
        bench.welcomeKeeping().assign("a");
        handlerOf("a").log("x\r\n".repeat(lines - 1) + "end");
        bench.advanceSeconds(1);

        assertThat(log().getLinesCount()).isEqualTo(kept);
        assertThat(log().getFirstLine()).isEqualTo(lines - kept + 1);
        assertThat(log().getLines(kept - 1).getText()).isEqualTo("end");
    }

    @Test
    void long_lines_and_messages_are_cut_and_their_bytes_bounded() {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        for (int i = 0; i < 100; i++) {
            run.log("ä".repeat(5_000));
        }
        run.progress(1, "m".repeat(5_000));
        bench.advanceSeconds(1);

        assertThat(log().getLinesList())
                .hasSizeBetween(10, 16)
                .allSatisfy(line -> assertThat(line.getText()).hasSize(2_000));
        assertThat(bench.stream().notes().get(0).getProgress().getMessage()).hasSize(200);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void fraction_outside_is_refused(double fraction) {
        bench.welcomeKeeping().assign("a");

        assertThatThrownBy(() -> handlerOf("a").progress(fraction, "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void room_of_all_runs_together_is_bounded() {
        LineRoom room = new LineRoom();
        int buffers = (int) (LineRoom.BYTES_MAX / LineBuffer.BYTES_MAX) * 2;
        long bytes = 0;
        for (int i = 0; i < buffers; i++) {
            LineBuffer buffer = new LineBuffer(room);
            for (int line = 0; line < 40; line++) {
                buffer.add("x".repeat(2_000), 0);
            }
            LogLines taken = buffer.take(0);
            bytes += taken == null ? 0 : taken.getSerializedSize();
            if (taken != null) {
                // Still waiting, in the eyes of the room.
                room.take(LineBuffer.BYTES_MAX);
            }
        }

        assertThat(bytes).isLessThanOrEqualTo(LineRoom.BYTES_MAX + LineBuffer.BYTES_MAX);
        assertThat(room.take(LineRoom.BYTES_MAX / 2)).isFalse();
    }

    @Test
    void older_member_is_sent_nothing() {
        bench.welcome().assign("a");
        RunContext run = handlerOf("a");
        run.progress(0.5, "half");
        run.log("line");
        bench.advanceSeconds(5);

        assertThat(batches()).isEmpty();
        assertThat(bench.stream().results()).isEmpty();
    }

    @Test
    void checkpoint_of_an_earlier_attempt_comes_with_the_assignment() {
        bench.welcomeKeeping()
                .assign(Bench.assignment("a", 7, 300)
                        .setCheckpointState(com.google.protobuf.ByteString.copyFromUtf8("half"))
                        .build());

        assertThat(handlerOf("a").lastCheckpointText()).isEqualTo("half");
        bench.assign("b");
        assertThat(handlerOf("b").lastCheckpoint()).isNull();
    }

    @Test
    void checkpoint_that_is_too_large_is_refused_at_once() {
        bench.welcomeKeeping().assign("a");

        assertThatThrownBy(() -> handlerOf("a").checkpoint(new byte[64 * 1024 + 1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(batches()).isEmpty();
    }

    @Test
    void unconfirmed_checkpoint_is_sent_again_on_the_next_stream_and_then_no_more() throws Exception {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        assertThatThrownBy(() -> run.checkpoint(bytes("one"), Duration.ZERO))
                .isInstanceOfSatisfying(
                        CheckpointException.class,
                        unknown -> assertThat(unknown.reason()).isEqualTo(CheckpointException.Reason.NOT_CONFIRMED));
        bench.tick();
        assertThat(checkpoints()).containsExactly("1:one");

        bench.breakStream().advanceSeconds(1).welcomeKeeping();
        assertThat(checkpoints()).containsExactly("1:one");

        bench.checkpointed("a", 1, 1, io.carillon.proto.v1.CheckpointVerdict.CHECKPOINT_VERDICT_SAVED)
                .breakStream()
                .advanceSeconds(1)
                .welcomeKeeping();
        assertThat(checkpoints()).isEmpty();
    }

    @Test
    void latest_checkpoint_takes_the_place_of_one_that_was_not_sent() {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        for (String state : List.of("one", "two", "three")) {
            assertThatThrownBy(() -> run.checkpoint(bytes(state), Duration.ZERO))
                    .isInstanceOf(CheckpointException.class);
        }
        bench.tick();

        assertThat(checkpoints()).containsExactly("3:three");
    }

    @Test
    void checkpoint_after_the_lease_was_lost_is_refused_without_asking() {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        assertThatThrownBy(() -> run.checkpoint(bytes("one"), Duration.ZERO)).isInstanceOf(CheckpointException.class);
        bench.tick().checkpointed("a", 1, 1, io.carillon.proto.v1.CheckpointVerdict.CHECKPOINT_VERDICT_STALE);

        assertThatThrownBy(() -> run.checkpoint(bytes("two")))
                .isInstanceOfSatisfying(
                        CheckpointException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(CheckpointException.Reason.LEASE_LOST));
        bench.tick();
        assertThat(checkpoints()).containsExactly("1:one");
    }

    @Test
    void deadline_is_the_time_left_from_now() {
        bench.welcomeKeeping().assign("a");
        RunContext run = handlerOf("a");
        bench.advanceSeconds(100);

        assertThat(run.timeLeft()).isEqualTo(Duration.ofSeconds(200));
        assertThat(run.deadline()).isEqualTo(bench.clock.now().plusSeconds(200));
    }

    /** The context of the run assigned last, whose handler has not ended: it is not called at all. */
    private RunContext handlerOf(String runId) {
        Execution execution = bench.waiting.stream()
                .filter(waiting -> waiting.held().key().runId().equals(runId))
                .findFirst()
                .orElseThrow();
        return execution.context();
    }

    private List<WorkerMessage> batches() {
        return bench.stream().sent(MessageCase.NOTES);
    }

    private LogLines log() {
        return bench.stream().notes().get(bench.stream().notes().size() - 1).getLog();
    }

    private List<String> checkpoints() {
        return bench.stream().notes().stream()
                .filter(RunNote::hasCheckpoint)
                .map(note -> note.getCheckpoint().getNumber() + ":"
                        + note.getCheckpoint().getState().toStringUtf8())
                .toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
