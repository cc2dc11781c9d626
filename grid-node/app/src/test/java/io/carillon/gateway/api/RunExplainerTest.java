package io.carillon.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.RunView;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.port.Leases.Lease;
import io.carillon.gateway.api.RunExplanation.Reason;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every place where a run can be, and the words for it. */
class RunExplainerTest {

    private static final Instant NOW = FixedTime.NOW;
    private static final RunId RUN = RunId.of(Samples.FULL, NOW.minusSeconds(60), Trigger.SCHEDULE, null);

    private final StoredRows rows = new StoredRows();
    private final StoredSurroundings grid = new StoredSurroundings();
    private final FixedTime time = new FixedTime();
    private final RunExplainer explainer = new RunExplainer(new History(rows, time), grid::live, grid, time);

    @Test
    void not_due() {
        expect(run(RunState.WAITING, NOW.plusSeconds(9), null, null), Reason.NOT_DUE, "due at 2026-03-01T12:00:09Z");
    }

    @Test
    void waiting_for_a_retry() {
        RunExplanation why = expect(
                run(RunState.WAITING, NOW, NOW.plusSeconds(30), null),
                Reason.WAITING_FOR_RETRY,
                "Attempt 2 failed: Boom: it broke; the next one is at 2026-03-01T12:00:30Z (retry 1 of 5).");
        assertThat(why.until()).isEqualTo(NOW.plusSeconds(30));
        assertThat(why.retriesLeft()).isEqualTo(4);
    }

    @Test
    void held_with_its_job() {
        grid.jobStatus = JobStatus.HELD;
        expect(run(RunState.WAITING, NOW, null, null), Reason.HELD, "paused and holds");
    }

    @Test
    void queued_without_a_worker_a_slot_or_anything_in_its_way() {
        Run queued = run(RunState.WAITING, NOW, null, null);
        assertThat(expect(queued, Reason.NO_WORKER, "handler http in pool reports")
                        .workerConnected())
                .isFalse();
        grid.worker = true;
        expect(queued, Reason.NO_FREE_SLOT, "busy");
        grid.free = 3;
        assertThat(expect(queued, Reason.READY, "turn").freeSlots()).isEqualTo(3);
    }

    @Test
    void waiting_for_what_only_its_owner_knows() {
        Run waiting = run(RunState.WAITING, NOW, null, null);
        grid.worker = true;
        grid.free = 3;
        grid.waits = new Waits(Waits.For.ANOTHER_RUN, null);
        expect(waiting, Reason.BEHIND_ANOTHER_RUN, "another one goes first");
        grid.waits = new Waits(Waits.For.STORE_REFUSES, NOW.plusSeconds(9));
        assertThat(expect(waiting, Reason.STORE_REFUSES, "refuses to change its row")
                        .until())
                .isEqualTo(NOW.plusSeconds(9));
        grid.waits = new Waits(Waits.For.ATTEMPTS_UNCONFIRMED, NOW.plusSeconds(8));
        assertThat(expect(waiting, Reason.ATTEMPTS_UNCONFIRMED, "the next one is at 2026-03-01T12:00:08Z")
                        .until())
                .isEqualTo(NOW.plusSeconds(8));
        grid.waits = new Waits(Waits.For.OFFERED, null);
        expect(waiting, Reason.READY, "offered");
        grid.waits = new Waits(Waits.For.OVER_MAX_RUNNING, null);
        expect(waiting, Reason.OVER_MAX_RUNNING, "max_running");
        grid.waits = new Waits(Waits.For.NOTHING_ELSE, null);
        expect(waiting, Reason.READY, "turn");
    }

    @Test
    void running_under_a_lease_that_heartbeats_have_renewed() {
        Run running = run(RunState.RUNNING, NOW, null, null);
        assertThat(expect(running, Reason.RUNNING, "Worker w1 works on attempt 2")
                        .until())
                .isEqualTo(NOW.plusSeconds(5));
        grid.lease = new Lease(7, NOW.plusSeconds(55), "w1");
        assertThat(expect(running, Reason.RUNNING, "until 2026-03-01T12:00:55Z").until())
                .isEqualTo(NOW.plusSeconds(55));
        grid.lease = new Lease(6, NOW.plusSeconds(55), "w0");
        expect(running, Reason.RUNNING, "until 2026-03-01T12:00:05Z");
        expect(run(RunState.RUNNING, NOW, null, NOW.minusSeconds(3)), Reason.CANCEL_ASKED, "asked to stop at");
    }

    @Test
    void ended() {
        expect(run(RunState.SUCCEEDED, NOW, null, null), Reason.SUCCEEDED, "Attempt 2 succeeded");
        expect(
                run(RunState.DEAD, NOW, null, null),
                Reason.DEAD,
                "No retry is left after 2 attempts (because): Boom: it broke.");
        expect(
                run(RunState.CANCELLED, NOW, null, null),
                Reason.CANCELLED,
                "It was cancelled (because) after 2 attempts.");
    }

    private RunExplanation expect(Run run, Reason reason, String words) {
        RunView view = new RunView(run, new AttemptError("Boom", "it broke", null), List.of(), null);
        rows.runs.clear();
        rows.runs.add(view);
        grid.runs.clear();
        grid.runs.add(view);
        RunExplanation why = explainer.explain(Principal.ANONYMOUS, RUN);
        assertThat(why.reason()).isEqualTo(reason);
        assertThat(why.explanation()).contains(words);
        return why;
    }

    private static Run run(
            RunState state, Instant due, @Nullable Instant retryAt, @Nullable Instant cancelRequestedAt) {
        boolean running = state == RunState.RUNNING;
        return new Run(
                RUN,
                Samples.FULL,
                7,
                Trigger.SCHEDULE,
                "acme",
                "reports",
                NOW.minusSeconds(60),
                due,
                state,
                2,
                1,
                0,
                retryAt,
                NOW.minusSeconds(5),
                state.terminal() ? NOW : null,
                running ? NOW.plusSeconds(5) : null,
                7,
                "w1",
                AttemptEnd.OPEN,
                state == RunState.DEAD || state == RunState.CANCELLED ? "because" : null,
                cancelRequestedAt,
                3,
                new UUID(0, 1));
    }
}
