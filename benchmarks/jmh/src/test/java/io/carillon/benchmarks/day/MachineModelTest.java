package io.carillon.benchmarks.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.benchmarks.day.Agenda.Kind;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agenda, cores, log, and what is counted. */
class MachineModelTest {

    @Test
    void agenda_gives_events_in_order_of_time_kind_and_id() {
        Agenda agenda = new Agenda();
        List<Kind> kinds = List.of(Kind.values());
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            agenda.push(
                    random.nextInt(1_000), kinds.get(random.nextInt(kinds.size())), random.nextInt(Agenda.ID_MAX + 1));
        }
        long before = 0;
        for (int i = 0; i < 100_000; i++) {
            long event = agenda.pop();
            assertThat(event).isGreaterThanOrEqualTo(before);
            before = event;
        }
        assertThat(agenda.isEmpty()).isTrue();
    }

    @Test
    void event_keeps_time_kind_and_id() {
        Agenda agenda = new Agenda();
        agenda.push(Agenda.MICROS_MAX, Kind.LOOK, Agenda.ID_MAX);
        agenda.push(0, Kind.TURN, 5);
        long first = agenda.pop();
        long second = agenda.pop();
        assertThat(Agenda.microsOf(first)).isZero();
        assertThat(Agenda.kindOf(first)).isEqualTo(Kind.TURN);
        assertThat(Agenda.idOf(first)).isEqualTo(5);
        assertThat(Agenda.microsOf(second)).isEqualTo(Agenda.MICROS_MAX);
        assertThat(Agenda.kindOf(second)).isEqualTo(Kind.LOOK);
        assertThat(Agenda.idOf(second)).isEqualTo(Agenda.ID_MAX);
    }

    @Test
    void work_waits_for_the_core_that_is_free_first() {
        Series busy = new Series(1);
        Cores cores = new Cores(2, busy);
        assertThat(cores.serve(0, 10)).isEqualTo(10);
        assertThat(cores.serve(0, 4)).isEqualTo(4);
        assertThat(cores.serve(1, 3)).isEqualTo(7);
        assertThat(cores.serve(8, 1)).isEqualTo(9);
        assertThat(cores.serve(20, 5)).isEqualTo(25);
        assertThat(busy.in(0)).isEqualTo(23);
    }

    @Test
    void who_commits_during_a_flush_goes_with_the_next_one() {
        Flush flush = new Flush(10);
        assertThat(flush.commit(0)).isEqualTo(10);
        assertThat(flush.commit(1)).isEqualTo(20);
        assertThat(flush.commit(9)).isEqualTo(20);
        assertThat(flush.commit(10)).isEqualTo(30);
        assertThat(flush.commit(29)).isEqualTo(40);
        assertThat(flush.commit(100)).isEqualTo(110);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 500", "0.99, 990", "0.999, 999", "1, 1000"})
    void quantile_is_at_most_a_thirtysecond_too_high(double quantile, double millis) {
        LatenessCount count = new LatenessCount();
        for (int i = 1; i <= 1_000; i++) {
            count.add(i * 1_000L);
        }
        assertThat(count.millis(quantile)).isBetween(millis, millis * 33 / 32);
    }

    @Test
    void busiest_minute_is_found_across_seconds() {
        Series series = new Series(5);
        series.add(1_500_000, 3);
        series.add(2_000_000, 4);
        series.add(9_000_000, 1);
        assertThat(series.maxOver(2, 0, 5)).isEqualTo(7);
        assertThat(series.in(4)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 2000, 3000", "16, 2000, 3010", "31250, 20000, 60000"})
    void wave_is_claimed_early_and_few_runs_late(int runsDue, long leastLeadMillis, long mostLeadMillis) {
        Runs runs = new Runs();
        ClaimPace pace = new ClaimPace(1);
        pace.nextSecond();
        long due = 100_000_000;
        long first = Long.MAX_VALUE;
        for (int i = 0; i < runsDue; i++) {
            int run = runs.take(i, i % 16, due, true);
            long claimAt = pace.plan(runs, run, 0, due);
            first = claimAt < 0 ? first : Math.min(first, claimAt);
        }
        assertThat((due - first) / 1_000).isBetween(leastLeadMillis, mostLeadMillis);
        assertThat(due - first).isLessThanOrEqualTo(pace.leadMicros(runsDue));
    }
}
