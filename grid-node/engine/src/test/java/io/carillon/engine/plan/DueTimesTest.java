package io.carillon.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Timing;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Due times of calendar schedules with every kind of gap, through both nights that change the clocks. */
class DueTimesTest {

    private static final Instant FEBRUARY = Instant.parse("2026-02-20T00:00:00Z");

    private static final List<String> CRONS = List.of(
            "0 * * * *",
            "0 */2 * * *",
            "30 2 * * *",
            "59 23 * * *",
            "0,59 * * * *",
            "0 0,1 * * *",
            "0 9-17 * * MON-FRI",
            "58,59 * * * * *",
            "0 0 1,2 * *",
            "0 12 L * *",
            "0 0,12 29 2 *",
            "*/7 3 * * SUN");

    private static final List<String> ZONES =
            List.of("UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns");

    private final ClaimPlanner planner = new ClaimPlanner(new ScheduleReader());

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "DEFAULT, -",
                "FLEXIBLE, -",
                "EXACT, -",
                "DEFAULT, 1",
                "DEFAULT, 60",
                "DEFAULT, 3600",
                "FLEXIBLE, 86400"
            })
    void rise_strictly_and_stay_before_the_next_nominal_time(Timing timing, @Nullable Long jitter) {
        Duration window = jitter == null ? null : Duration.ofSeconds(jitter);
        for (String zone : ZONES) {
            for (int i = 0; i < CRONS.size(); i++) {
                Job job = job(i, JobMaker.cron(CRONS.get(i), zone).timing(timing, window));
                Job plan = planner.planFrom(job, FEBRUARY);
                for (int n = 0; n < 1_000; n++) {
                    Instant nominal = plan.nextNominalAt();
                    Instant due = plan.nextDueAt();
                    assertThat(nominal).isNotNull();
                    plan = planner.planFrom(job, nominal);
                    assertThat(due)
                            .as("%s in %s at %s", CRONS.get(i), zone, nominal)
                            .isAfterOrEqualTo(nominal)
                            .isBefore(plan.nextNominalAt());
                }
            }
        }
    }

    @Test
    void are_flexible_by_default_where_the_gap_after_them_is_an_hour_or_more() {
        Job office = job(3, JobMaker.cron("0 9,10,12 * * *", "UTC").timing(Timing.DEFAULT, null));
        Job atNine = planner.planFrom(office, Instant.parse("2026-03-01T08:00:00Z"));
        assertThat(planner.jitterWindow(atNine)).isEqualTo(Duration.ofMinutes(3));
        Job atTen = planner.planFrom(office, Instant.parse("2026-03-01T09:00:00Z"));
        assertThat(planner.jitterWindow(atTen)).isEqualTo(Duration.ofMinutes(5));
        Job pair = job(3, JobMaker.cron("0,30 9 * * *", "UTC"));
        assertThat(planner.jitterWindow(planner.planFrom(pair, FEBRUARY.plusSeconds(8 * 3_600))))
                .isZero();
        assertThat(planner.jitterWindow(planner.planFrom(pair, FEBRUARY.plusSeconds(9 * 3_600))))
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void do_not_move_with_the_end_of_the_job() {
        JobMaker hourly = JobMaker.cron("0 * * * *", "UTC");
        Instant open = planner.planFrom(job(1, hourly), FEBRUARY).nextDueAt();
        Instant bounded = planner.planFrom(job(1, hourly.endsAt(FEBRUARY.plusSeconds(3_601))), FEBRUARY)
                .nextDueAt();
        assertThat(bounded).isEqualTo(open).isAfter(FEBRUARY.plusSeconds(3_600));
    }

    private static Job job(int n, JobMaker maker) {
        return new Job(
                JobMaker.jobId(n),
                1,
                JobStatus.ACTIVE,
                maker.make(),
                FEBRUARY,
                FEBRUARY,
                null,
                null,
                1,
                new UUID(0, 1));
    }
}
