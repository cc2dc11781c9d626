package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.assignment;
import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.later;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.note.LogChunk;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import io.carillon.domain.note.RunNote;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.gateway.CheckpointAck.Verdict;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerSlot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What handlers say on its way through a gateway, and the last checkpoint on its way to the next attempt. */
class NotesTest {

    private static final Capability H = new Capability("default", "h");

    private final SetTime time = new SetTime();
    private final ScriptedOwners owners = new ScriptedOwners();
    private final GridDoubles grid = new GridDoubles();
    private final RecordedPush push = new RecordedPush();
    private final GatheredNotes store = new GatheredNotes();
    private int dropped;
    private final Gateway gateway = new Gateway(
            new GatewayPorts(owners, grid, grid, grid, store, time, new GatewayEvents() {
                @Override
                public void notesDropped(int notes) {
                    dropped += notes;
                }
            }),
            new GatewaySettings(Duration.ofSeconds(60), Duration.ofSeconds(10)));
    private final WorkerSession session =
            gateway.connect(worker("w1", 10, "h"), List.of(), push).orElseThrow();

    // ---- notes ------------------------------------------------------------------------------------------------------

    @Test
    void first_note_is_written_at_once_and_what_comes_meanwhile_goes_together() {
        say(progress(1, 11, 0.1));
        say(progress(2, 12, 0.2));
        say(progress(3, 13, 0.3));

        assertThat(store.written).hasSize(1);
        store.saved();
        assertThat(store.written).hasSize(2);
        assertThat(store.written.get(1)).extracting(RunNote::runId).containsExactly(run(2), run(3));
    }

    @Test
    void what_one_attempt_says_meanwhile_becomes_one_note() {
        say(progress(9, 1, 0.5));
        say(progress(1, 11, 0.1));
        say(lines(1, 11, 1, "one", "two"));
        say(checkpoint(1, 11, 1, "a"));
        say(progress(1, 11, 0.2));
        say(lines(1, 11, 3, "three"));
        say(checkpoint(1, 11, 2, "b"));
        store.saved();

        RunNote together = store.written.get(1).get(0);
        assertThat(store.written.get(1)).hasSize(1);
        assertThat(together.progress()).isEqualTo(new Progress(0.2, ""));
        assertThat(together.log()).isEqualTo(chunk(1, "one", "two", "three"));
        assertThat(together.checkpoint()).extracting(Checkpoint::number).isEqualTo(2L);
    }

    @Test
    void lines_that_do_not_follow_each_other_are_not_joined() {
        say(progress(9, 1, 0.5));
        say(lines(1, 11, 1, "one"));
        say(lines(1, 11, 5, "five"));
        store.saved();

        assertThat(store.written.get(1).get(0).log()).isEqualTo(chunk(5, "five"));
    }

    @Test
    void checkpoint_is_answered_when_it_is_durable_and_not_before() {
        say(checkpoint(1, 11, 7, "state"));
        assertThat(push.checkpointed).isEmpty();

        store.saved(run(1));

        assertThat(push.checkpointed).containsExactly(new CheckpointAck(held(1, 11), 7, Verdict.SAVED));
    }

    @Test
    void checkpoint_without_the_right_to_the_run_is_stale() {
        say(checkpoint(1, 11, 7, "state"));

        store.saved();

        assertThat(push.checkpointed).containsExactly(new CheckpointAck(held(1, 11), 7, Verdict.STALE));
    }

    @Test
    void checkpoints_of_two_attempts_of_a_run_are_not_confused() {
        say(progress(9, 1, 0.5));
        say(checkpoint(1, 11, 4, "zombie"));
        say(checkpoint(1, 12, 1, "newer"));
        store.saved();
        store.saved();
        store.saved(run(1));

        assertThat(push.checkpointed)
                .containsExactly(
                        new CheckpointAck(held(1, 11), 4, Verdict.STALE),
                        new CheckpointAck(held(1, 12), 1, Verdict.SAVED));
    }

    @Test
    void answer_goes_to_the_stream_the_worker_has_now() {
        say(checkpoint(1, 11, 7, "state"));
        RecordedPush newer = new RecordedPush();
        gateway.connect(worker("w1", 10, "h"), List.of(), newer);

        store.saved(run(1));

        assertThat(push.checkpointed).isEmpty();
        assertThat(newer.checkpointed).hasSize(1);
    }

    @Test
    void store_that_is_away_is_asked_again_a_second_later_with_what_came_meanwhile() {
        say(checkpoint(1, 11, 1, "a"));
        store.failWrite();
        say(checkpoint(1, 11, 2, "b"));
        tick(Duration.ofMillis(999));
        assertThat(store.written).hasSize(1);

        tick(Duration.ofMillis(1));

        assertThat(store.written).hasSize(2);
        assertThat(store.written.get(1))
                .singleElement()
                .satisfies(note -> assertThat(note.checkpoint())
                        .extracting(Checkpoint::number)
                        .isEqualTo(2L));
        store.saved(run(1));
        assertThat(push.checkpointed).containsExactly(new CheckpointAck(held(1, 11), 2, Verdict.SAVED));
    }

    @Test
    void what_waits_for_a_store_that_is_away_is_bounded() {
        say(progress(9, 1, 0.5));
        String state = "x".repeat(Checkpoint.BYTES_MAX);
        int notes = (int) (NoteDesk.WAITING_BYTES_MAX / Checkpoint.BYTES_MAX) + 100;
        for (int i = 0; i < notes; i++) {
            say(checkpoint(100 + i, 11, 1, state));
        }

        assertThat(dropped).isBetween(100, 110);
    }

    // ---- checkpoints for the next attempt
    // -----------------------------------------------------------------------------

    @Test
    void first_start_is_pushed_without_a_look() {
        assign(assignment(1, 11), assignment(2, 12));

        assertThat(store.looked).isEmpty();
        assertThat(push.batchSizes).containsExactly(2);
    }

    @Test
    void later_attempts_are_pushed_with_the_last_checkpoint_read_in_one_go() {
        store.last.put(run(1), "half".getBytes(StandardCharsets.UTF_8));

        assign(later(1, 11), later(2, 12), assignment(3, 13));
        assertThat(push.assigned).containsExactly(held(3, 13));
        store.answerLook();

        assertThat(store.looked).containsExactly(List.of(run(1), run(2)));
        assertThat(push.assigned).containsExactly(held(3, 13), held(1, 11), held(2, 12));
        assertThat(state(1)).isEqualTo("half");
        assertThat(state(2)).isNull();
    }

    @Test
    void attempt_whose_checkpoint_cannot_be_read_is_handed_back_and_its_slot_is_free() {
        assign(later(1, 11));
        store.failLook();

        assertThat(push.assigned).isEmpty();
        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
        assertThat(gateway.reserve(H, 20)).hasSize(10);
    }

    @Test
    void worker_that_goes_while_the_checkpoint_is_read_costs_no_attempt() {
        assign(later(1, 11));
        session.closed();
        store.answerLook();

        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    @Test
    void slot_of_a_worker_that_has_gone_is_not_given_back_twice() {
        assign(later(1, 11));
        session.closed();
        store.failLook();

        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
    }

    private void assign(io.carillon.engine.command.Assignment... assignments) {
        List<WorkerSlot> slots = gateway.reserve(H, assignments.length);
        gateway.assign(java.util.stream.IntStream.range(0, assignments.length)
                .mapToObj(i -> new Placed(slots.get(i), assignments[i]))
                .toList());
    }

    private @Nullable String state(int number) {
        return push.assignments.stream()
                .filter(assignment -> assignment.run().id().equals(run(number)))
                .map(assignment -> assignment.checkpoint())
                .filter(checkpoint -> checkpoint != null)
                .map(checkpoint -> new String(checkpoint.state(), StandardCharsets.UTF_8))
                .findFirst()
                .orElse(null);
    }

    private void say(RunNote note) {
        session.notes(now -> List.of(note));
    }

    private void tick(Duration passed) {
        time.advance(passed);
        gateway.tick();
    }

    private static RunNote progress(int number, long token, double fraction) {
        return new RunNote(run(number), Made.job(number), token, Made.DUE, new Progress(fraction, ""), null, null);
    }

    private static RunNote checkpoint(int number, long token, long count, String state) {
        byte[] bytes = state.getBytes(StandardCharsets.UTF_8);
        return new RunNote(run(number), Made.job(number), token, Made.DUE, null, null, new Checkpoint(count, bytes));
    }

    private static RunNote lines(int number, long token, long first, String... texts) {
        return new RunNote(run(number), Made.job(number), token, Made.DUE, null, chunk(first, texts), null);
    }

    private static LogChunk chunk(long first, String... texts) {
        return new LogChunk(
                first,
                Arrays.stream(texts).map(text -> new LogLine(Made.DUE, text)).toList());
    }
}
