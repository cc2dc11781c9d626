package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Timing;
import io.carillon.domain.quota.ExactJobs;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseScheduleTest {

    private final ScheduleReader reader = new ScheduleReader();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 * * * *",
                "0 9 * * *",
                "*/5 9-17 * * *",
                "* 1-23 * * *",
                "* * * * 1-5",
                "* * 1-30 * *",
                "* * * 2-12 *",
                "* * L * *",
                "0 0 29 2 *",
                "30 0 * * * *",
                "@daily"
            })
    void a_schedule_that_leaves_an_hour_between_two_times_is_sparse(String cron) {
        assertThat(reader.compile(new ScheduleSpec.Cron(cron, "Europe/Berlin")).isSparse())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "* * * * *",
                "*/30 * * * *",
                "0,1 * * * *",
                "0 0,59 * * * *",
                "0,1 0 * * * *",
                "* * 1-31 1-12 0-6",
                "* * 1-31 * 1"
            })
    void one_that_is_due_more_often_than_hourly_day_and_night_is_not(String cron) {
        assertThat(reader.compile(new ScheduleSpec.Cron(cron, "Europe/Berlin")).isSparse())
                .isFalse();
    }

    @Test
    void a_fixed_rate_goes_by_its_period_and_a_single_time_is_never_sparse() {
        assertThat(every(Duration.ofMinutes(59))).isFalse();
        assertThat(every(Duration.ofHours(1))).isTrue();
        assertThat(reader.compile(new ScheduleSpec.OneOff(Instant.EPOCH)).isSparse())
                .isFalse();
    }

    @Test
    void jobs_count_as_exact_that_insist_on_the_times_of_a_sparse_schedule() {
        ExactJobs exact = new ExactJobs(reader);
        JobMaker daily = JobMaker.cron("0 9 * * *", "UTC");
        assertThat(exact.counts(daily.timing(Timing.EXACT, null).make())).isTrue();
        assertThat(exact.counts(daily.timing(Timing.DEFAULT, Duration.ZERO).make()))
                .isTrue();
        assertThat(exact.counts(daily.timing(Timing.DEFAULT, null).make())).isFalse();
        assertThat(exact.counts(
                        daily.timing(Timing.FLEXIBLE, Duration.ofMinutes(1)).make()))
                .isFalse();
        assertThat(exact.counts(JobMaker.cron("* * * * *", "UTC")
                        .timing(Timing.EXACT, null)
                        .make()))
                .isFalse();
        assertThat(exact.counts(
                        JobMaker.once(Instant.EPOCH).timing(Timing.EXACT, null).make()))
                .isFalse();
        assertThat(exact.counts(JobMaker.cron("0 9 * * *", "Europe/Atlantis")
                        .timing(Timing.EXACT, null)
                        .make()))
                .as("a zone that is no more")
                .isFalse();
    }

    private boolean every(Duration period) {
        return reader.compile(new ScheduleSpec.Every(period, Instant.EPOCH)).isSparse();
    }
}
