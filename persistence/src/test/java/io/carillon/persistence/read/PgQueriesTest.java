package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.store.RunWrite;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.schema.PartitionKeeper;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgQueriesTest {

    private static final Instant NOW = Samples.NOW;
    private static final Principal ANYONE = Principal.ANONYMOUS;
    private static final JobFilter ALL_JOBS = new JobFilter(null, null, null, null);
    private static final RunFilter ALL_RUNS = new RunFilter(null, null, null, null, null, null);

    private final Samples samples = new Samples(31);
    private final TestDatabase database;
    private final OpenStore open;
    private final Queries queries;

    PgQueriesTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.queries = open.store().queries();
    }

    @BeforeAll
    static void make_days(TestDatabase database) throws SQLException {
        new PartitionKeeper(database.dataSource(), (table, rows) -> {}).prepare(NOW, 30);
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void a_job_is_shown_with_its_newest_due_run() {
        Job job = open.create(samples.job(samples.jobId()));
        // The server's clock hides what is not due yet, and the samples' calendar lies in its past or future.
        JobWrite claim = samples.claim(EPOCH, job);
        Job claimed = open.write(claim);
        database.execute("UPDATE runs SET due_at = clock_timestamp() - interval '1 s'");

        JobView view = queries.job(ANYONE, job.id()).orElseThrow();

        assertThat(view.job()).isEqualTo(claimed);
        assertThat(view.completed()).isFalse();
        assertThat(Objects.requireNonNull(view.lastRun()).id())
                .isEqualTo(runOf(claim).id());
        database.execute("UPDATE runs SET due_at = clock_timestamp() + interval '1 h'");
        assertThat(queries.job(ANYONE, job.id()).orElseThrow().lastRun()).isNull();
        assertThat(queries.job(ANYONE, samples.jobId())).isEmpty();
    }

    @Test
    void nothing_of_another_owner_is_seen() {
        Job theirs = open.create(samples.job(samples.jobId(), Samples.definition("a", null, "acme")));
        JobWrite claim = samples.claim(EPOCH, theirs);
        open.write(claim);
        Principal other = new Principal("other", "other");
        Principal acme = new Principal("acme", "acme");

        assertThat(queries.job(other, theirs.id())).isEmpty();
        assertThat(queries.run(other, runOf(claim).id())).isEmpty();
        assertThat(queries.jobs(other, ALL_JOBS, 10, null).items()).isEmpty();
        assertThat(queries.jobs(other, new JobFilter("acme", null, null, null), 10, null)
                        .items())
                .isEmpty();
        assertThat(queries.runs(other, ALL_RUNS, NOW, 10, null).items()).isEmpty();
        assertThat(queries.runs(other, new RunFilter(theirs.id(), "acme", null, null, null, null), NOW, 10, null)
                        .items())
                .isEmpty();

        assertThat(queries.job(acme, theirs.id())).isPresent();
        assertThat(queries.run(acme, runOf(claim).id())).isPresent();
        assertThat(queries.jobs(acme, ALL_JOBS, 10, null).items()).hasSize(1);
        assertThat(queries.runs(acme, ALL_RUNS, NOW, 10, null).items()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 8, 100})
    void jobs_are_paged_newest_first_without_gap_or_repeat(int limit) {
        List<JobId> expected = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Job job = samples.job(samples.jobId());
            // Two of each age, so that the id decides.
            Instant created = NOW.plusSeconds(i / 2);
            expected.add(open.create(new Job(
                            job.id(),
                            1,
                            JobStatus.ACTIVE,
                            job.definition(),
                            created,
                            NOW,
                            null,
                            null,
                            1,
                            samples.writeId()))
                    .id());
        }
        for (int i = 0; i < 8; i += 2) {
            expected.subList(i, i + 2).sort(null);
        }
        Collections.reverse(expected);

        List<JobId> seen = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<JobView> page = queries.jobs(ANYONE, ALL_JOBS, limit, cursor);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(view -> seen.add(view.job().id()));
            cursor = page.nextCursor();
        } while (cursor != null);

        assertThat(seen).isEqualTo(expected);
    }

    @Test
    void jobs_are_filtered() {
        Job a = open.create(samples.job(samples.jobId(), Samples.definition("a", null, "acme")));
        Job b = open.create(samples.job(samples.jobId(), Samples.definition("b", null, "default")));
        Job paused = b.changed(JobStatus.PAUSED, NOW, null, null, samples.writeId());
        open.write(Samples.change(EPOCH, b, paused, List.of(), List.of()));
        Job c = open.create(samples.job(samples.jobId(), Samples.definition("c", null, "default")));
        open.write(Samples.change(
                EPOCH, c, c.changed(JobStatus.DELETED, NOW, null, null, samples.writeId()), List.of(), List.of()));

        assertThat(ids(ALL_JOBS)).containsExactlyInAnyOrder(a.id(), b.id());
        assertThat(ids(new JobFilter("acme", null, null, null))).containsExactly(a.id());
        assertThat(ids(new JobFilter(null, "active", null, null))).containsExactly(a.id());
        assertThat(ids(new JobFilter(null, "paused", null, null))).containsExactly(b.id());
        assertThat(ids(new JobFilter(null, "deleted", null, null))).containsExactly(c.id());
        Job held = paused.changed(JobStatus.HELD, NOW, null, null, samples.writeId());
        open.write(Samples.change(EPOCH, paused, held, List.of(), List.of()));
        assertThat(ids(new JobFilter(null, "paused", null, null))).containsExactly(b.id());
        assertThat(ids(new JobFilter(null, null, "b", null))).containsExactly(b.id());
        assertThat(ids(new JobFilter(null, null, null, "gpu"))).isEmpty();
        assertThatThrownBy(() -> ids(new JobFilter(null, "odd", null, null)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_one_off_is_completed_when_nothing_is_left_of_it() {
        JobDefinition cron = Samples.definition("once", null, "default");
        JobDefinition once = new JobDefinition(
                cron.name(),
                null,
                cron.ownerId(),
                new ScheduleSpec.OneOff(NOW.plusSeconds(60)),
                null,
                cron.pool(),
                cron.handler(),
                null,
                cron.retry(),
                cron.timeout(),
                null,
                cron.misfire(),
                cron.misfireAfter(),
                cron.overlap(),
                cron.timing(),
                null,
                5,
                null,
                null,
                cron.labels());
        Job job = open.create(samples.job(samples.jobId(), once));
        assertThat(queries.job(ANYONE, job.id()).orElseThrow().completed()).isFalse();

        JobWrite claim = samples.claim(EPOCH, job);
        Job planned = claim.change().job();
        Job last = new Job(
                job.id(), 1, JobStatus.ACTIVE, once, NOW, planned.plannedThrough(), null, null, 2, planned.writeId());
        open.write(
                new JobWrite(EPOCH, 1, new JobChange(last, false, claim.change().newRuns(), List.of(), List.of())));
        assertThat(queries.job(ANYONE, job.id()).orElseThrow().completed()).isFalse();
        assertThat(ids(new JobFilter(null, "active", null, null))).containsExactly(job.id());

        Run started = open.write(samples.started(runOf(claim), 1));
        open.write(samples.ended(started, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED));
        assertThat(queries.job(ANYONE, job.id()).orElseThrow().completed()).isTrue();
        assertThat(ids(new JobFilter(null, "completed", null, null))).containsExactly(job.id());
        assertThat(ids(new JobFilter(null, "active", null, null))).isEmpty();
    }

    @Test
    void a_run_is_shown_with_its_attempts_and_its_result() {
        Job job = open.create(samples.job(samples.jobId()));
        JobWrite claim = samples.claim(EPOCH, job);
        open.write(claim);
        Run started = open.write(samples.started(runOf(claim), 9));
        AttemptRecord attempt = new AttemptRecord(
                started.id(),
                9,
                1,
                "worker-1",
                NOW,
                NOW.plusSeconds(1),
                AttemptEnd.FAILED,
                new AttemptError("Boom", "it broke", "at x"));
        Run ended = samples.ended(started, RunState.DEAD, AttemptEnd.FAILED);
        open.write(new RunWrite(EPOCH, ended, attempt, Payload.ofJson("{}"), true));

        RunView view = queries.run(ANYONE, ended.id()).orElseThrow();

        assertThat(view.run()).isEqualTo(ended);
        assertThat(view.attempts()).containsExactly(attempt);
        assertThat(view.lastError()).isEqualTo(attempt.error());
        assertThat(view.result()).isEqualTo(Payload.ofJson("{}"));
        RunView listed = queries.runs(ANYONE, ALL_RUNS, NOW, 10, null).items().get(0);
        assertThat(listed).isEqualTo(new RunView(ended, attempt.error(), List.of(), null));
        assertThat(queries.run(ANYONE, RunId.of(job.id(), NOW, Trigger.BACKFILL, "x")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 6, 100})
    void runs_are_paged_newest_nominal_time_first_over_days(int limit) {
        Job job = open.create(samples.job(samples.jobId()));
        List<RunId> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Instant nominal = NOW.plusSeconds(30_000L * i);
            job = planAt(job, nominal);
            JobWrite claim = samples.claim(EPOCH, job);
            job = open.write(claim);
            expected.add(0, runOf(claim).id());
        }
        open.write(samples.claim(EPOCH, open.create(samples.job(samples.jobId()))));

        RunFilter filter = new RunFilter(job.id(), null, null, null, null, null);
        List<RunId> seen = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<RunView> page = queries.runs(ANYONE, filter, NOW, limit, cursor);
            page.items().forEach(view -> seen.add(view.run().id()));
            cursor = page.nextCursor();
        } while (cursor != null);

        assertThat(seen).isEqualTo(expected);
        assertThat(queries.runs(
                                ANYONE,
                                new RunFilter(
                                        job.id(), null, null, null, NOW.plusSeconds(30_000), NOW.plusSeconds(90_000)),
                                NOW,
                                10,
                                null)
                        .items())
                .extracting(view -> view.run().id())
                .containsExactly(expected.get(3), expected.get(4));
    }

    @Test
    void the_status_filter_says_the_same_as_the_domain() {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Job job = open.create(samples.job(samples.jobId()));
            JobWrite claim = samples.claim(EPOCH, job);
            open.write(claim);
            Run run = runOf(claim);
            if (i > 0) {
                run = open.write(samples.started(run, 1));
            }
            if (i > 1) {
                RunState state = i == 2 ? RunState.SUCCEEDED : i == 3 ? RunState.DEAD : RunState.CANCELLED;
                run = open.write(samples.ended(run, state, AttemptEnd.OPEN));
            }
            runs.add(run);
        }
        for (Instant now : List.of(NOW, NOW.plusSeconds(60), NOW.plusSeconds(61))) {
            for (RunStatus status : RunStatus.values()) {
                List<RunId> expected = runs.stream()
                        .filter(run -> RunStatus.of(run, now) == status)
                        .map(Run::id)
                        .toList();
                assertThat(queries.runs(ANYONE, new RunFilter(null, null, null, status, null, null), now, 10, null)
                                .items())
                        .as(status + " at " + now)
                        .extracting(view -> view.run().id())
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "!!!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "'; DROP TABLE jobs"})
    void a_cursor_of_nobodys_making_is_refused(String cursor) {
        assertThatThrownBy(() -> queries.jobs(ANYONE, ALL_JOBS, 10, cursor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cursor");
        assertThatThrownBy(() -> queries.runs(ANYONE, ALL_RUNS, NOW, 10, cursor))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_cursor_belongs_to_its_list_and_cannot_be_bent() {
        open.create(samples.job(samples.jobId()));
        open.create(samples.job(samples.jobId()));
        String cursor =
                Objects.requireNonNull(queries.jobs(ANYONE, ALL_JOBS, 1, null).nextCursor());

        assertThatThrownBy(() -> queries.runs(ANYONE, ALL_RUNS, NOW, 1, cursor))
                .isInstanceOf(IllegalArgumentException.class);
        String bent = (cursor.charAt(5) == 'A' ? "B" : "A");
        assertThatThrownBy(() -> queries.jobs(ANYONE, ALL_JOBS, 1, cursor.substring(0, 5) + bent + cursor.substring(6)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 10_001})
    void a_page_has_bounds(int limit) {
        assertThatThrownBy(() -> queries.jobs(ANYONE, ALL_JOBS, limit, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Job planAt(Job job, Instant nominal) {
        return open.write(new JobWrite(
                EPOCH,
                job.version(),
                new JobChange(
                        job.planned(job.plannedThrough(), nominal, nominal, samples.writeId()),
                        false,
                        List.of(),
                        List.of(),
                        List.of())));
    }

    private List<JobId> ids(JobFilter filter) {
        return queries.jobs(ANYONE, filter, 100, null).items().stream()
                .map(view -> view.job().id())
                .toList();
    }

    private static Run runOf(JobWrite claim) {
        return claim.change().newRuns().get(0).run();
    }
}
