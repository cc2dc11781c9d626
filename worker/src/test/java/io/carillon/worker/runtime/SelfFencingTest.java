package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.worker.handler.RunContext;
import io.carillon.worker.state.StopReason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A worker that is stopped (SIGSTOP, a paused machine) and goes on: nothing of it runs meanwhile, but its monotonic clock does, and
 * what arrived waits. Leases are of 60 s, heartbeats each 20 s; handlers are told to stop 5 s before the lease can end.
 */
class SelfFencingTest {
    private final Bench bench = new Bench(7);

    /** Sent at 0 s and 20 s, both acknowledged; it is now 25 s. */
    private Execution renewedAtTwentySeconds() {
        bench.welcome()
                .acknowledgeHeartbeats()
                .assign(Bench.assignment("r1", 1, 86_400).build())
                .advanceSeconds(20);
        bench.acknowledgeHeartbeats().advanceSeconds(5);
        return bench.waiting.element();
    }

    @ParameterizedTest
    @CsvSource({
        // stopped for, lease still valid, told to stop
        "10, true, false",
        "49, true, false",
        "51, true, true", // 76 s: within the margin before the end at 80 s
        "54, true, true",
        "56, false, true",
        "3600, false, true",
    })
    void lease_counts_from_the_sending_of_the_last_acknowledged_heartbeat(
            int stoppedSeconds, boolean valid, boolean toldToStop) {
        Execution execution = renewedAtTwentySeconds();

        stopFor(stoppedSeconds);
        // The handler's thread may be the first to go on, before the worker's own has looked at the clock.
        assertThat(execution.leaseStillValid()).isEqualTo(valid);
        bench.tick();

        assertThat(execution.stopped() == StopReason.LEASE_ENDING).isEqualTo(toldToStop);
        assertThat(execution.context().isCancelled()).isEqualTo(toldToStop);
    }

    @Test
    void acknowledgement_that_waited_through_the_stop_revives_nothing() {
        bench.welcome().acknowledgeHeartbeats().assign("r1").advanceSeconds(20);
        Execution execution = bench.waiting.element();
        stopFor(61);

        // It arrived before the stop and is only read now; the heartbeat was sent at 20 s, so the lease ended at 80 s.
        bench.acknowledgeHeartbeats();

        assertThat(execution.leaseStillValid()).isFalse();
        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
    }

    @Test
    void handler_that_was_fenced_fails_nobodys_run() {
        Execution execution = renewedAtTwentySeconds();
        stopFor(100);
        bench.tick();

        // The interrupt has ended the handler; another worker may have the run by now.
        assertThat(execution.stopped()).isEqualTo(StopReason.LEASE_ENDING);
        bench.runNext();

        assertThat(bench.stream().results()).isEmpty();
    }

    @Test
    void time_limit_runs_on_while_the_worker_is_stopped() {
        bench.welcome()
                .acknowledgeHeartbeats()
                .assign(Bench.assignment("r1", 1, 30).build());
        Execution execution = bench.waiting.element();

        stopFor(31);

        assertThat(execution.context().timeLeft()).isZero();
        bench.tick();
        assertThat(execution.stopped()).isEqualTo(StopReason.TIMED_OUT);
    }

    @ParameterizedTest
    @CsvSource({"PT10M", "-PT10M", "P3650D", "-P10000D"})
    void calendar_of_the_machine_decides_nothing(Duration jump) {
        Execution execution = renewedAtTwentySeconds();
        RunContext run = execution.context();
        Duration before = run.timeLeft();

        bench.clock.setCalendarBy(jump);
        bench.tick();

        assertThat(run.timeLeft()).isEqualTo(before);
        assertThat(run.leaseStillValid()).isTrue();
        assertThat(run.isCancelled()).isFalse();
        // For people and for systems that want an instant; the only thing here that follows the calendar.
        assertThat(Duration.between(Instant.EPOCH.plus(jump).plusNanos(bench.clock.nanos()), run.deadline()))
                .isEqualTo(before);
    }

    /** Nobody looks at the clock until the worker goes on. */
    private void stopFor(int seconds) {
        bench.clock.advance(Duration.ofSeconds(seconds));
    }
}
