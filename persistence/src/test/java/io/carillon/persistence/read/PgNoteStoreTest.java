package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.note.Checkpoint;
import io.carillon.domain.note.LogChunk;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.RunNotes;
import io.carillon.domain.store.RunNotes.AttemptLog;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is kept of what handlers say, and above all: whose checkpoint is saved. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgNoteStoreTest {

    private static final Instant NOW = Samples.NOW;

    private final Samples samples = new Samples(31);
    private final TestDatabase database;
    private final OpenStore open;
    private final PgNoteStore notes;

    PgNoteStoreTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.notes = open.store().openNotes();
    }

    @AfterEach
    void close() {
        notes.close();
        open.close();
    }

    @Test
    void checkpoint_of_a_running_attempt_is_saved() {
        Run run = running(40);

        assertThat(write(checkpoint(run, 40, 1, "half"))).containsExactly(run.id());

        assertThat(last(run)).isEqualTo("half");
        assertThat(read(run).checkpoint()).isEqualTo(new RunNotes.SavedCheckpoint(40, NOW, 4));
    }

    @Test
    void attempt_that_has_no_right_to_the_run_saves_nothing() {
        Run earlier = running(40);
        write(checkpoint(earlier, 40, 1, "by the first"));
        Run waiting = open.write(samples.waiting(earlier, AttemptEnd.LAPSED));
        assertThat(write(checkpoint(waiting, 40, 2, "while it waits"))).isEmpty();
        Run later = open.write(samples.started(waiting, 50));
        assertThat(write(checkpoint(later, 40, 3, "by the zombie"))).isEmpty();
        assertThat(last(later)).isEqualTo("by the first");

        assertThat(write(checkpoint(later, 50, 1, "by the second"))).containsExactly(later.id());
        assertThat(write(checkpoint(later, 40, 4, "by the zombie"))).isEmpty();
        assertThat(write(checkpoint(later, 60, 1, "by nobody"))).isEmpty();
        assertThat(last(later)).isEqualTo("by the second");

        open.write(samples.ended(later, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED));
        assertThat(write(checkpoint(later, 50, 2, "too late"))).isEmpty();
        assertThat(last(later)).isEqualTo("by the second");
    }

    @Test
    void checkpoint_that_was_overtaken_leaves_the_later_one_and_counts_as_saved() {
        Run run = running(40);
        write(checkpoint(run, 40, 2, "second"));

        assertThat(write(checkpoint(run, 40, 1, "first"))).containsExactly(run.id());

        assertThat(last(run)).isEqualTo("second");
    }

    @Test
    void checkpoint_waits_for_an_end_under_way_and_is_refused_by_it() throws SQLException {
        Run run = running(40);
        try (Connection owner = database.dataSource().getConnection();
                Statement statement = owner.createStatement()) {
            owner.setAutoCommit(false);
            statement.executeUpdate("UPDATE runs SET state = 0 WHERE run_id = '" + run.id() + "'");

            CompletableFuture<Set<RunId>> answer = notes.write(List.of(checkpoint(run, 40, 1, "late")));
            await().until(() ->
                    database.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 1);
            owner.commit();

            assertThat(get(answer)).isEmpty();
        }
        assertThat(get(notes.lastCheckpoints(List.of(run.id())))).isEmpty();
    }

    @Test
    void one_batch_tells_saved_from_refused() {
        List<Run> runs = new ArrayList<>();
        List<RunNote> batch = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Run run = running(40);
            runs.add(run);
            batch.add(checkpoint(run, i % 2 == 0 ? 40 : 39, 1, "state " + i));
        }

        Set<RunId> saved = get(notes.write(batch));

        for (int i = 0; i < runs.size(); i++) {
            assertThat(saved.contains(runs.get(i).id())).isEqualTo(i % 2 == 0);
        }
    }

    @Test
    void progress_is_that_of_the_latest_attempt_and_the_latest_word() {
        Run earlier = running(40);
        write(progress(earlier, 40, 5, 0.9, "almost"));
        Run later = open.write(samples.started(open.write(samples.waiting(earlier, AttemptEnd.FAILED)), 50));
        write(progress(later, 50, 7, 0.25, "again"));
        write(progress(later, 50, 6, 0.1, "held up on an old stream"));
        write(progress(later, 40, 9, 0.95, "by the zombie"));

        assertThat(read(later).progress())
                .isEqualTo(new RunNotes.SaidProgress(50, NOW.plusSeconds(7), new Progress(0.25, "again")));
        write(progress(later, 50, 8, null, "no idea"));
        assertThat(read(later).progress())
                .isEqualTo(new RunNotes.SaidProgress(50, NOW.plusSeconds(8), new Progress(null, "no idea")));
    }

    @Test
    void lines_are_kept_by_attempt_also_of_one_that_has_ended() {
        Run first = running(40);
        write(lines(first, 40, 1, "one", "two"));
        Run second = open.write(samples.started(open.write(samples.waiting(first, AttemptEnd.FAILED)), 50));
        write(lines(second, 50, 1, "", "über uns"));
        write(lines(second, 40, 4, "four"));
        write(lines(second, 60, 1, "of an attempt that was never granted"));

        assertThat(read(second).logs())
                .containsExactly(
                        new AttemptLog(40, 1, List.of(line("one"), line("two"), line("four"))),
                        new AttemptLog(50, 0, List.of(line(""), line("über uns"))));
    }

    @Test
    void chunk_that_comes_twice_is_kept_once() {
        Run run = running(40);
        write(lines(run, 40, 1, "one"));
        write(lines(run, 40, 1, "one"));

        assertThat(read(run).logs()).containsExactly(new AttemptLog(40, 0, List.of(line("one"))));
    }

    @Test
    void newest_thousand_lines_of_an_attempt_are_kept() {
        Run run = running(40);
        for (int first = 1; first <= 3_000; first += 30) {
            write(new RunNote(run.id(), run.jobId(), 40, NOW, null, chunk(first, 30, "line "), null));
        }

        AttemptLog log = read(run).logs().get(0);

        assertThat(log.lines()).hasSize(1_000).last().isEqualTo(line("line 3000"));
        assertThat(log.lines().get(0)).isEqualTo(line("line 2001"));
        assertThat(log.dropped()).isEqualTo(2_000);
        assertThat(database.number("SELECT sum(line_count) FROM run_logs")).isLessThanOrEqualTo(1_100);
    }

    @Test
    void newest_bytes_of_an_attempt_are_kept() {
        Run run = running(40);
        for (int first = 1; first <= 100; first += 10) {
            write(new RunNote(run.id(), run.jobId(), 40, NOW, null, chunk(first, 10, "x".repeat(1_900)), null));
        }

        AttemptLog log = read(run).logs().get(0);

        assertThat(log.lines()).hasSizeBetween(30, 34);
        assertThat(log.dropped()).isEqualTo(100 - log.lines().size());
        assertThat(database.number("SELECT sum(bytes) FROM run_logs")).isLessThan(2 * LogChunk.BYTES_MAX);
    }

    @Test
    void run_of_which_nothing_was_said_has_no_notes() {
        assertThat(read(running(40))).isEqualTo(RunNotes.NONE);
    }

    private Run running(long token) {
        Job job = open.create(samples.job(samples.jobId()));
        Job claimed = open.write(samples.claim(OpenStore.EPOCH, job));
        Run run = Samples.run(job, Objects.requireNonNull(job.nextNominalAt()), claimed.writeId());
        return open.write(samples.started(run, token));
    }

    private Set<RunId> write(RunNote note) {
        return get(notes.write(List.of(note)));
    }

    private @Nullable String last(Run run) {
        byte[] state = get(notes.lastCheckpoints(List.of(run.id()))).get(run.id());
        return state == null ? null : new String(state, StandardCharsets.UTF_8);
    }

    private RunNotes read(Run run) {
        return open.store()
                .queries()
                .run(Principal.ANONYMOUS, run.id())
                .orElseThrow()
                .notes();
    }

    private static RunNote checkpoint(Run run, long token, long number, String state) {
        return new RunNote(
                run.id(),
                run.jobId(),
                token,
                NOW,
                null,
                null,
                new Checkpoint(number, state.getBytes(StandardCharsets.UTF_8)));
    }

    private static RunNote progress(Run run, long token, int second, @Nullable Double fraction, String message) {
        return new RunNote(
                run.id(), run.jobId(), token, NOW.plusSeconds(second), new Progress(fraction, message), null, null);
    }

    private static RunNote lines(Run run, long token, long first, String... texts) {
        return new RunNote(
                run.id(),
                run.jobId(),
                token,
                NOW,
                null,
                new LogChunk(
                        first, Arrays.stream(texts).map(PgNoteStoreTest::line).toList()),
                null);
    }

    private static LogChunk chunk(int first, int count, String prefix) {
        List<LogLine> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(line(prefix + (first + i)));
        }
        return new LogChunk(first, lines);
    }

    private static LogLine line(String text) {
        return new LogLine(NOW.minus(Duration.ofMillis(10)), text);
    }
}
