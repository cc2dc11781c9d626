package io.carillon.persistence.commit;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Never more runs of an owner at once than its limit, by the rows, whoever starts them. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class MaxRunningTest {

    private static final String OWNER = "a";

    private final Samples samples = new Samples(98);
    private final AtomicLong tokens = new AtomicLong();
    private final TestDatabase database;
    private final OpenStore open;
    private final GroupCommitter otherMember;
    private final OwnerQuotas quotas;

    MaxRunningTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.otherMember = open.store().startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT);
        this.quotas = open.store().quotas();
    }

    @AfterEach
    void close() {
        otherMember.close();
        open.close();
    }

    @Test
    void of_a_batch_as_many_start_as_may_run_and_each_of_the_others_hears_the_limit() {
        limit(OWNER, 3);

        List<RowOutcome> outcomes = start(claimed(OWNER, 8));

        assertThat(outcomes).filteredOn(RowOutcome::durable).hasSize(3);
        assertThat(outcomes)
                .filteredOn(outcome -> !outcome.durable())
                .hasSize(5)
                .containsOnly(RowOutcome.overMaxRunning(3));
        assertThat(running(OWNER)).isEqualTo(3);
        assertThat(database.number("SELECT count(*) FROM runs WHERE state = 0 AND version = 1 AND fencing_token = 0"))
                .as("refused starts leave nothing behind")
                .isEqualTo(5);
    }

    @Test
    void owners_without_a_limit_and_other_owners_do_not_notice() {
        limit(OWNER, 0);
        limit("b", 1);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            runs.addAll(claimed(OWNER, 1));
            runs.addAll(claimed("b", 1));
            runs.addAll(claimed("c", 1));
        }

        start(runs);

        assertThat(running(OWNER)).isZero();
        assertThat(running("b")).isEqualTo(1);
        assertThat(running("c")).isEqualTo(4);
        assertThat(database.column("SELECT owner_id FROM run_permits")).containsExactly("b");
    }

    @ParameterizedTest
    @EnumSource(
            value = RunState.class,
            names = {"SUCCEEDED", "DEAD", "CANCELLED", "WAITING"})
    void a_run_that_does_not_run_any_more_makes_room_however_it_left(RunState left) {
        limit(OWNER, 1);
        Run first = startOne();
        List<Run> next = claimed(OWNER, 1);
        assertThat(start(next)).containsExactly(RowOutcome.overMaxRunning(1));

        open.write(
                left == RunState.WAITING
                        ? samples.waiting(first, AttemptEnd.HANDED_BACK)
                        : samples.ended(
                                first, left, left == RunState.SUCCEEDED ? AttemptEnd.SUCCEEDED : AttemptEnd.FAILED));

        assertThat(start(next)).containsExactly(RowOutcome.APPLIED);
        assertThat(running(OWNER)).isEqualTo(1);
    }

    @Test
    void the_same_run_starts_again_and_again() {
        limit(OWNER, 1);
        Run run = claimed(OWNER, 1).get(0);
        for (int attempt = 0; attempt < 5; attempt++) {
            Run started = started(run);
            open.write(started);
            assertThat(start(claimed(OWNER, 1))).containsExactly(RowOutcome.overMaxRunning(1));
            run = open.write(samples.waiting(started, AttemptEnd.HANDED_BACK));
        }
        assertThat(database.number("SELECT count(*) FROM run_permits")).isLessThanOrEqualTo(2);
    }

    @Test
    void a_repeated_start_is_already_applied_at_the_limit_too_and_counts_once() {
        limit(OWNER, 2);
        RunWrite write = Samples.write(EPOCH, started(claimed(OWNER, 1).get(0)));
        assertThat(get(open.writer().writeRuns(List.of(write)))).containsExactly(RowOutcome.APPLIED);
        assertThat(get(open.writer().writeRuns(List.of(write)))).containsExactly(RowOutcome.ALREADY_APPLIED);
        startOne();
        assertThat(get(otherMember.writeRuns(List.of(write)))).containsExactly(RowOutcome.ALREADY_APPLIED);
        assertThat(running(OWNER)).isEqualTo(2);
    }

    @Test
    void who_has_lost_the_shard_the_version_or_the_token_hears_that() {
        limit(OWNER, 5);
        List<Run> runs = claimed(OWNER, 4);
        open.write(started(runs.get(1)));
        database.execute("UPDATE runs SET fencing_token = 1000000 WHERE run_id = '"
                + runs.get(2).id().value() + "'");
        List<RunWrite> writes = List.of(
                Samples.write(EPOCH - 1, started(runs.get(0))),
                Samples.write(EPOCH, started(runs.get(1))),
                Samples.write(EPOCH, started(runs.get(2))),
                Samples.write(EPOCH, started(runs.get(3))));

        assertThat(get(open.writer().writeRuns(writes)))
                .containsExactly(
                        RowOutcome.EPOCH_LOST, RowOutcome.VERSION_LOST, RowOutcome.VERSION_LOST, RowOutcome.APPLIED);
    }

    @Test
    void a_cancel_of_a_running_run_needs_no_permit() {
        limit(OWNER, 1);
        Run run = startOne();
        limit(OWNER, 0);
        Decision asked = RunTransitions.decide(
                run, new RunEvent.Cancel("cancelled"), Samples.NOW, RetryPolicy.DEFAULT, 0, samples.writeId());
        RunWrite write = Samples.write(EPOCH, ((Decision.Moved) asked).run());
        assertThat(get(otherMember.writeRuns(List.of(write)))).containsExactly(RowOutcome.APPLIED);
    }

    @Test
    void with_a_lower_limit_nothing_starts_until_enough_has_ended() {
        limit(OWNER, 4);
        List<Run> first =
                claimed(OWNER, 4).stream().map(this::started).map(open::write).toList();
        limit(OWNER, 2);
        List<Run> more = claimed(OWNER, 3);
        assertThat(start(more)).containsOnly(RowOutcome.overMaxRunning(2));
        succeed(first.get(0));
        succeed(first.get(1));
        assertThat(start(more)).containsOnly(RowOutcome.overMaxRunning(2));
        succeed(first.get(2));
        assertThat(start(more)).filteredOn(RowOutcome::durable).hasSize(1);
        limit(OWNER, 4);
        assertThat(start(more.stream().filter(this::waits).toList())).containsOnly(RowOutcome.APPLIED);
        assertThat(running(OWNER)).isEqualTo(4);
    }

    @Test
    void a_limit_that_is_set_first_or_again_counts_what_runs_already() {
        start(claimed(OWNER, 10));
        for (int round = 1; round <= 3; round++) {
            int max = 10 * round + 2;
            limit(OWNER, max);
            assertThat(start(claimed(OWNER, 5))).filteredOn(RowOutcome::durable).hasSize(2);
            assertThat(running(OWNER)).isEqualTo(max);
            limit(OWNER, null);
            assertThat(start(claimed(OWNER, 8))).containsOnly(RowOutcome.APPLIED);
            assertThat(database.number("SELECT count(*) FROM run_permits")).isZero();
        }
    }

    @Test
    void members_that_race_for_the_last_permit_start_exactly_one() {
        limit(OWNER, 1);
        for (int round = 0; round < 30; round++) {
            List<Run> runs = claimed(OWNER, 2);
            List<Run> started = runs.stream().map(this::started).toList();
            CompletableFuture<List<RowOutcome>> here =
                    open.writer().writeRuns(List.of(Samples.write(EPOCH, started.get(0))));
            CompletableFuture<List<RowOutcome>> there =
                    otherMember.writeRuns(List.of(Samples.write(EPOCH, started.get(1))));
            boolean first = get(here).get(0).durable();
            assertThat(first).isNotEqualTo(get(there).get(0).durable());
            assertThat(running(OWNER)).isEqualTo(1);
            succeed(started.get(first ? 0 : 1));
        }
    }

    @Test
    void while_members_start_and_end_runs_nobody_ever_sees_more_at_once() throws Exception {
        int max = 7;
        limit(OWNER, max);
        List<List<Run>> shares = List.of(claimed(OWNER, 150), claimed(OWNER, 150), claimed(OWNER, 150));
        List<GroupCommitter> members = List.of(open.writer(), otherMember, open.writer());
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Future<Long> most = threads.submit(() -> mostSeenRunning(over));
            List<Future<Integer>> all = new ArrayList<>();
            for (int n = 0; n < 3; n++) {
                GroupCommitter member = members.get(n);
                List<Run> share = shares.get(n);
                all.add(threads.submit(() -> runAll(member, share)));
            }
            for (Future<Integer> each : all) {
                assertThat(await(each)).isEqualTo(150);
            }
            over.set(true);
            assertThat(await(most)).isBetween(2L, (long) max);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(database.number("SELECT count(*) FROM runs WHERE state = 2")).isEqualTo(450);
    }

    @Test
    void a_limit_that_is_set_while_runs_start_misses_none_of_them() {
        for (int round = 0; round < 10; round++) {
            String owner = "o" + round;
            List<Run> runs = claimed(owner, 60);
            List<CompletableFuture<List<RowOutcome>>> asked = new ArrayList<>();
            long seen = 0;
            for (int i = 0; i < runs.size(); i++) {
                GroupCommitter member = i % 2 == 0 ? open.writer() : otherMember;
                asked.add(member.writeRuns(List.of(Samples.write(EPOCH, started(runs.get(i))))));
                if (i == 30) {
                    limit(owner, 5);
                    seen = running(owner);
                }
            }
            asked.forEach(OpenStore::get);
            assertThat(running(owner)).isEqualTo(Math.max(5, seen));
        }
    }

    @Test
    void a_limit_that_comes_and_goes_while_runs_start_and_end_is_kept_while_it_is_there() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> all = new ArrayList<>();
            List<Run> here = claimed(OWNER, 120);
            List<Run> there = claimed(OWNER, 120);
            all.add(threads.submit(() -> runAll(open.writer(), here)));
            all.add(threads.submit(() -> runAll(otherMember, there)));
            for (int n = 0; n < 25; n++) {
                limit(OWNER, 1 + n % 4);
                long first = running(OWNER);
                long then = running(OWNER);
                assertThat(then).isLessThanOrEqualTo(Math.max(1 + n % 4, first));
                if (n % 3 == 0) {
                    limit(OWNER, null);
                }
            }
            limit(OWNER, null);
            for (Future<Integer> each : all) {
                assertThat(await(each)).isEqualTo(120);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whoever_holds_an_owners_permits_for_long_keeps_only_its_starts_waiting() throws SQLException {
        limit(OWNER, 5);
        startOne();
        List<Run> runs = new ArrayList<>(claimed(OWNER, 2));
        runs.addAll(claimed("b", 2));
        try (Connection console = database.dataSource().getConnection();
                Statement statement = console.createStatement()) {
            console.setAutoCommit(false);
            statement.execute("SELECT FROM owner_permits WHERE owner_id = 'a' FOR UPDATE");
            assertThat(start(runs))
                    .containsExactly(
                            RowOutcome.overMaxRunning(5),
                            RowOutcome.overMaxRunning(5),
                            RowOutcome.APPLIED,
                            RowOutcome.APPLIED);
            console.rollback();
        }
        assertThat(start(runs.subList(0, 2))).containsOnly(RowOutcome.APPLIED);
    }

    /** Starts in batches whatever starts, ends it at once, until all have succeeded. */
    private int runAll(GroupCommitter member, List<Run> runs) {
        List<Run> waiting = new ArrayList<>(runs);
        int succeeded = 0;
        while (!waiting.isEmpty()) {
            List<Run> tried = waiting.stream().limit(10).map(this::started).toList();
            List<RowOutcome> outcomes = get(member.writeRuns(
                    tried.stream().map(run -> Samples.write(EPOCH, run)).toList()));
            for (int i = 0; i < tried.size(); i++) {
                if (outcomes.get(i).durable()) {
                    get(member.writeRuns(List.of(Samples.write(EPOCH, succeeded(tried.get(i))))));
                    waiting.removeIf(same(tried.get(i)));
                    succeeded++;
                }
            }
            Collections.rotate(waiting, 3);
        }
        return succeeded;
    }

    private static Predicate<Run> same(Run run) {
        return other -> other.id().equals(run.id());
    }

    private long mostSeenRunning(AtomicBoolean over) {
        long most = 0;
        while (!over.get()) {
            most = Math.max(most, running(OWNER));
        }
        return most;
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.get(60, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private void limit(String owner, @Nullable Integer max) {
        assertThat(quotas.save(new OwnerQuota(owner, max, null, 1_000)).quota().maxRunning())
                .isEqualTo(max);
    }

    private long running(String owner) {
        return database.number("SELECT count(*) FROM runs WHERE state = 1 AND owner_id = '" + owner + "'");
    }

    private boolean waits(Run run) {
        return database.number(
                        "SELECT state FROM runs WHERE run_id = '" + run.id().value() + "'")
                == 0;
    }

    private List<RowOutcome> start(List<Run> runs) {
        List<RunWrite> writes =
                runs.stream().map(run -> Samples.write(EPOCH, started(run))).toList();
        return get(open.writer().writeRuns(writes));
    }

    private Run startOne() {
        return open.write(started(claimed(OWNER, 1).get(0)));
    }

    private void succeed(Run run) {
        open.write(succeeded(run));
    }

    private synchronized Run succeeded(Run run) {
        return samples.ended(run, RunState.SUCCEEDED, AttemptEnd.SUCCEEDED);
    }

    private synchronized Run started(Run run) {
        return samples.started(run, tokens.incrementAndGet());
    }

    /** So many runs of one-run jobs of this owner. */
    private List<Run> claimed(String owner, int n) {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Job job = open.create(samples.job(samples.jobId(), Samples.definition("job", null, owner)));
            JobWrite claim = samples.claim(EPOCH, job);
            open.write(claim);
            runs.add(claim.change().newRuns().get(0).run());
        }
        return runs;
    }
}
