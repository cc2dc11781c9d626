package io.carillon.domain.plan;

import static io.carillon.domain.plan.Planned.ID;
import static io.carillon.domain.plan.Planned.NOON;
import static io.carillon.domain.plan.Planned.definition;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Timing;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuePerMinuteTest {

    private static final int MINUTES = 5;

    private final DuePerMinute plans = new DuePerMinute(Planned::compile);

    private long[] count(JobDefinition definition, Instant plannedThrough, Instant from, Instant notBefore) {
        long[] counts = new long[MINUTES];
        long found = plans.count(ID, definition, plannedThrough, from, notBefore, counts);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(found);
        return counts;
    }

    private static JobDefinition every(long seconds) {
        return definition(says -> {
            says.schedule = new ScheduleSpec.Every(Duration.ofSeconds(seconds), NOON);
            says.timing = Timing.EXACT;
        });
    }

    /** The window begins two minutes after noon; the job's times are multiples of its period from noon on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " 60 |   0 |   0 | 1,1,1,1,1",
                " 20 |   0 |   0 | 3,3,3,3,3",
                " 90 |   0 |   0 | 0,1,1,0,1",
                "600 |   0 |   0 | 0,0,0,0,0",
                // What a claim ahead has taken is a run's.
                " 20 | 160 |   0 | 0,3,3,3,3",
                // What has fallen due in the minute under way is past.
                " 20 |   0 |  30 | 1,3,3,3,3",
                " 20 |   0 |  40 | 1,3,3,3,3",
                " 20 |   0 |  41 | 0,3,3,3,3",
            })
    void due_times_are_counted_by_minute(long period, long plannedSeconds, long intoMinute, String expected) {
        Instant from = NOON.plusSeconds(120);
        assertThat(count(every(period), NOON.plusSeconds(plannedSeconds), from, from.plusSeconds(intoMinute)))
                .containsExactly(Arrays.stream(expected.split(","))
                        .mapToLong(Long::parseLong)
                        .toArray());
    }

    @Test
    void a_one_off_is_due_once() {
        JobDefinition once = definition(says -> says.schedule = new ScheduleSpec.OneOff(NOON.plusSeconds(125)));
        assertThat(count(once, NOON, NOON, NOON)).containsExactly(0, 0, 1, 0, 0);
        assertThat(count(once, NOON.plusSeconds(125), NOON, NOON)).containsExactly(0, 0, 0, 0, 0);
    }

    @Test
    void the_end_of_a_job_ends_its_times() {
        JobDefinition ending = definition(says -> {
            says.schedule = new ScheduleSpec.Every(Duration.ofSeconds(30), NOON.minusSeconds(30));
            says.timing = Timing.EXACT;
            says.endsAt = NOON.plusSeconds(100);
        });
        assertThat(count(ending, NOON.minusSeconds(1), NOON, NOON)).containsExactly(2, 2, 0, 0, 0);
    }

    /** By the claims' own rule, and not by the nominal time. */
    @Test
    void a_flexible_occurrence_is_counted_where_its_offset_moves_it() {
        JobDefinition flexible = definition(says -> {
            says.schedule = new ScheduleSpec.Every(Duration.ofHours(2), NOON.minusSeconds(7_260));
            says.jitter = Duration.ofMinutes(5);
        });
        Instant nominal = NOON.minusSeconds(60);
        Instant due = new DueTimes(ID, flexible, Planned.compile(flexible.schedule())).dueAt(nominal);
        int minute = (int) Duration.between(nominal, due).toMinutes();
        long[] expected = new long[MINUTES];
        expected[minute] = 1;
        assertThat(count(flexible, nominal.minusSeconds(1), nominal, nominal)).containsExactly(expected);
    }

    /** A store that was away for a year leaves jobs that were planned a year ago. */
    @Test
    void a_long_gap_before_the_window_costs_no_steps() {
        AtomicInteger steps = new AtomicInteger();
        DuePerMinute counted = new DuePerMinute(spec -> {
            var meaning = Planned.compile(spec);
            return nominal -> {
                steps.incrementAndGet();
                return meaning.nextAfter(nominal);
            };
        });
        long[] counts = new long[MINUTES];
        Instant from = NOON.plus(Duration.ofDays(365));
        assertThat(counted.count(ID, every(20), NOON, from, from, counts)).isEqualTo(15);
        assertThat(steps).hasValueLessThan(100);
    }
}
