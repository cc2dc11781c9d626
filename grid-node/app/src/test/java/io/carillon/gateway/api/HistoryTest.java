package io.carillon.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.RunView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryTest {

    private final StoredRows rows = new StoredRows();
    private final History history = new History(rows, new FixedTime());

    @Test
    void the_next_run_of_a_job_is_one_that_was_claimed_ahead() {
        Instant later = FixedTime.NOW.plusSeconds(3);
        rows.jobs.add(planned(later));
        rows.runs.add(claimed(Trigger.SCHEDULE, FixedTime.NOW.plusSeconds(2)));
        rows.runs.add(claimed(Trigger.SCHEDULE, FixedTime.NOW.plusSeconds(1)));
        rows.runs.add(claimed(Trigger.MANUAL, FixedTime.NOW.plusMillis(1)));
        rows.runs.add(claimed(Trigger.SCHEDULE, FixedTime.NOW.minusSeconds(1)));

        Job shown = history.job(Principal.ANONYMOUS, Samples.PLAIN).job();

        assertThat(shown.nextDueAt()).isEqualTo(FixedTime.NOW.plusSeconds(1));
        assertThat(shown.nextNominalAt()).isEqualTo(FixedTime.NOW.plusSeconds(1));
    }

    @Test
    void without_one_it_is_what_the_job_has_planned() {
        Instant later = FixedTime.NOW.plusSeconds(3);
        rows.jobs.add(planned(later));
        assertThat(history.job(Principal.ANONYMOUS, Samples.PLAIN).job().nextDueAt())
                .isEqualTo(later);
    }

    @Test
    void the_window_of_the_next_run_is_shown_also_of_a_job_that_is_stopped() {
        rows.jobs.add(Samples.full());
        assertThat(history.job(Principal.ANONYMOUS, Samples.FULL).jitter()).isEqualTo(Duration.ofMinutes(2));
        rows.jobs.clear();
        rows.jobs.add(Samples.plain());
        assertThat(history.job(Principal.ANONYMOUS, Samples.PLAIN).jitter()).isZero();
    }

    private static JobView planned(Instant next) {
        Job job = Samples.plain().job();
        return new JobView(job.planned(FixedTime.NOW, next, next, new UUID(0, 1)), null, false);
    }

    private static RunView claimed(Trigger trigger, Instant at) {
        RunId id = RunId.of(Samples.PLAIN, at, trigger, null);
        Run run = Run.claimed(id, Samples.PLAIN, 1, trigger, "default", "default", at, at, new UUID(0, 1));
        return new RunView(run, null, List.of(), null);
    }
}
