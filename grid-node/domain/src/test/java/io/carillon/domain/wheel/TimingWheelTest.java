package io.carillon.domain.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimingWheelTest {
    private static final int ALL = Integer.MAX_VALUE;
    private static final long YEAR_2026 = 1_767_225_600_000_000L;

    private final List<String> fired = new ArrayList<>();
    private final TimingWheel<String> wheel = new TimingWheel<>(0);

    @Test
    void the_example_of_the_class_comment() {
        wheel.schedule("A", 5);
        wheel.schedule("B", 40);
        wheel.schedule("C", 70);
        wheel.schedule("D", 2000);
        assertThat(advance(4)).isEmpty();
        assertThat(advance(50)).containsExactly("A", "B");
        assertThat(advance(2100)).containsExactly("C", "D");
        wheel.schedule("E", 80);
        assertThat(advance(60)).isEmpty();
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(80);
        assertThat(advance(79)).isEmpty();
        assertThat(advance(80)).containsExactly("E");
        assertThat(wheel.size()).isZero();
    }

    /** Starts on both sides of zero, at the ends of the range, and just before every digit of the cursor changes at once. */
    static LongStream starts() {
        return LongStream.of(
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                -(1L << 60),
                -1025,
                -1,
                0,
                1,
                (1L << 45) - 1,
                YEAR_2026,
                YEAR_2026 + 1023,
                (1L << 60) - 1,
                Long.MAX_VALUE - (1L << 60) - 1);
    }

    /** Every start with deadlines just before, at and just after the borders of the buckets of every level. */
    static Stream<Arguments> borders() {
        return starts().boxed()
                .flatMap(start -> IntStream.rangeClosed(0, 12)
                        .boxed()
                        .flatMap(level -> Stream.of(-1L, 0L, 1L)
                                .map(nudge -> Arguments.of(start, (1L << (5 * level)) + nudge))
                                .filter(row -> (long) row.get()[1] > 0)));
    }

    @ParameterizedTest
    @MethodSource("borders")
    void fires_at_its_microsecond_and_not_one_before(long start, long distance) {
        long deadline = start + distance;
        TimingWheel<String> wheel = new TimingWheel<>(start);
        Timer<String> timer = wheel.schedule("x", deadline);
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(deadline);
        assertThat(wheel.advance(deadline - 1, ALL, fired::add)).isZero();
        assertThat(timer.isPending()).isTrue();
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(deadline);
        assertThat(wheel.advance(deadline, ALL, fired::add)).isOne();
        assertThat(timer.isPending()).isFalse();
        assertThat(wheel.advance(Long.MAX_VALUE, ALL, fired::add)).isZero();
    }

    @ParameterizedTest
    @MethodSource("borders")
    void stepping_through_a_border_one_microsecond_at_a_time_fires_each_timer_at_its_time(long start, long distance) {
        long middle = start + distance;
        long first = start + Math.max(distance - 3, 0);
        long last = middle <= Long.MAX_VALUE - 3 ? middle + 3 : Long.MAX_VALUE;
        TimingWheel<Long> wheel = new TimingWheel<>(start);
        LongStream.rangeClosed(first, last).forEach(deadline -> wheel.schedule(deadline, deadline));
        for (long now = first; ; now++) {
            List<Long> due = new ArrayList<>();
            wheel.advance(now, ALL, due::add);
            assertThat(due).containsExactly(now);
            if (now == last) {
                break;
            }
        }
        assertThat(wheel.size()).isZero();
    }

    @Test
    void the_ends_of_the_range_are_deadlines_like_others() {
        TimingWheel<String> wheel = new TimingWheel<>(YEAR_2026);
        wheel.schedule("first", Long.MIN_VALUE);
        wheel.schedule("last", Long.MAX_VALUE);
        wheel.advance(YEAR_2026, ALL, fired::add);
        assertThat(fired).containsExactly("first");
        wheel.advance(Long.MAX_VALUE - 1, ALL, fired::add);
        assertThat(fired).containsExactly("first");
        wheel.advance(Long.MAX_VALUE, ALL, fired::add);
        assertThat(fired).containsExactly("first", "last");
    }

    @Test
    void instants_before_the_epoch_come_before_those_after_it() {
        TimingWheel<Long> wheel = new TimingWheel<>(Long.MIN_VALUE);
        List<Long> deadlines = List.of(1L << 61, 1L, 0L, -1L, -(1L << 60), -(1L << 61), -(1L << 62));
        deadlines.forEach(deadline -> wheel.schedule(deadline, deadline));
        List<Long> due = new ArrayList<>();
        while (wheel.size() > 0) {
            wheel.advance(wheel.nextDeadlineMicros(), ALL, due::add);
        }
        assertThat(due).isEqualTo(deadlines.stream().sorted().toList());
    }

    @Test
    void within_the_current_millisecond_what_is_not_due_stays() {
        LongStream.range(1024, 2048).forEach(deadline -> wheel.schedule("" + deadline, deadline));
        assertThat(advance(1500)).hasSize(477).first().isEqualTo("1024");
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(1501);
        assertThat(advance(1501)).containsExactly("1501");
    }

    @Test
    void fires_in_the_order_of_ticks_however_far_it_advances_at_once() {
        List<Long> deadlines = new ArrayList<>();
        for (long i = 0; i < 10_000; i++) {
            deadlines.add(i * 7_919_777 % 100_000_000 + 1);
        }
        TimingWheel<Long> wheel = new TimingWheel<>(0);
        deadlines.forEach(deadline -> wheel.schedule(deadline, deadline));
        List<Long> due = new ArrayList<>();
        wheel.advance(200_000_000, ALL, due::add);
        assertThat(due).containsExactlyInAnyOrderElementsOf(deadlines);
        assertThat(due.stream().map(deadline -> deadline >> 10)).isSorted();
    }

    @Test
    void a_past_deadline_fires_in_the_next_advance() {
        advance(10_000);
        wheel.schedule("past", 10);
        wheel.schedule("now", 10_000);
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(Long.MIN_VALUE);
        assertThat(advance(10_000)).containsExactly("past", "now");
    }

    @Test
    void what_the_sink_schedules_fires_in_a_later_advance_even_if_it_is_due() {
        TimingWheel<Long> wheel = new TimingWheel<>(0);
        List<Long> due = new ArrayList<>();
        wheel.schedule(100L, 100);
        wheel.schedule(200L, 200);
        wheel.advance(1_000, ALL, deadline -> {
            due.add(deadline);
            wheel.schedule(-deadline, deadline + 50);
            wheel.schedule(deadline + 5_000, deadline + 5_000);
        });
        assertThat(due).containsExactly(100L, 200L);
        due.clear();
        wheel.advance(1_000, ALL, due::add);
        assertThat(due).containsExactly(-100L, -200L);
        due.clear();
        wheel.advance(5_150, ALL, due::add);
        assertThat(due).containsExactly(5_100L);
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(5_200);
    }

    @Test
    void a_timer_that_renews_itself_forever_does_not_hold_an_advance() {
        TimingWheel<String> wheel = new TimingWheel<>(0);
        wheel.schedule("renewed", 1);
        for (int round = 0; round < 5; round++) {
            assertThat(wheel.advance(10, ALL, value -> wheel.schedule(value, 1)))
                    .isOne();
        }
        assertThat(wheel.size()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void an_advance_goes_on_where_the_budget_of_the_last_one_ended(int budget) {
        TimingWheel<Integer> wheel = new TimingWheel<>(0);
        // All in one bucket of level 4, which is opened in the middle: each timer sinks, a part of them fires.
        IntStream.range(0, 200).forEach(i -> wheel.schedule(i, 3_000_000 + i * 1_000L));
        List<Integer> due = new ArrayList<>();
        long now = 3_099_999;
        int calls = 0;
        while (wheel.nextDeadlineMicros() <= now) {
            int before = due.size();
            int count = wheel.advance(now, budget, due::add);
            assertThat(count).isEqualTo(due.size() - before).isLessThanOrEqualTo(budget);
            assertThat(wheel.size()).isEqualTo(200 - due.size());
            calls++;
        }
        assertThat(due)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
        // 200 timers sink at most four levels, and 100 fire.
        assertThat(calls).isLessThanOrEqualTo((200 * 4 + 100) / budget + 1);
    }

    @Test
    void timers_scheduled_while_a_bucket_is_half_opened_find_their_place() {
        IntStream.range(0, 10).forEach(i -> wheel.schedule("old" + i, 40_000 + i * 5_000));
        assertThat(wheel.advance(60_000, 3, fired::add)).isZero();
        wheel.schedule("between", 41_000);
        wheel.schedule("later", 70_001);
        assertThat(advance(60_000)).containsExactly("old0", "between", "old1", "old2", "old3", "old4");
        assertThat(advance(70_001)).containsExactly("old5", "old6", "later");
    }

    @Test
    void a_cancelled_timer_never_fires() {
        Timer<String> near = wheel.schedule("near", 3);
        Timer<String> far = wheel.schedule("far", 1L << 50);
        Timer<String> kept = wheel.schedule("kept", 3);
        assertThat(near.cancel()).isTrue();
        assertThat(far.cancel()).isTrue();
        assertThat(near.cancel()).isFalse();
        assertThat(wheel.size()).isOne();
        assertThat(advance(Long.MAX_VALUE)).containsExactly("kept");
        assertThat(kept.cancel()).isFalse();
        assertThat(wheel.size()).isZero();
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void the_sink_can_cancel_what_is_due_with_it() {
        TimingWheel<Integer> wheel = new TimingWheel<>(0);
        List<Timer<Integer>> timers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            timers.add(wheel.schedule(i, i < 4 ? 500 : 900_000));
        }
        List<Integer> due = new ArrayList<>();
        wheel.advance(1_000_000, ALL, value -> {
            due.add(value);
            assertThat(timers.get(value).isPending()).isFalse();
            assertThat(timers.get(value).cancel()).isFalse();
            timers.get((value + 1) % 6).cancel();
        });
        assertThat(due).containsExactly(0, 2, 4);
        assertThat(wheel.size()).isZero();
    }

    @Test
    void cancelling_reaches_timers_that_wait_for_the_next_budget() {
        List<Timer<String>> timers = new ArrayList<>();
        IntStream.range(0, 4).forEach(i -> timers.add(wheel.schedule("unplaced" + i, 40_000 + i)));
        timers.add(wheel.schedule("late", -1));
        wheel.advance(40_001, 2, fired::add);
        fired.clear();
        timers.get(0).cancel();
        timers.get(3).cancel();
        timers.get(4).cancel();
        assertThat(advance(50_000)).containsExactlyInAnyOrder("unplaced1", "unplaced2");
        assertThat(wheel.size()).isZero();
    }

    @Test
    void a_sink_that_throws_loses_only_its_own_timer() {
        wheel.schedule("a", 1);
        wheel.schedule("b", 2);
        wheel.schedule("c", 3);
        assertThatThrownBy(() -> wheel.advance(10, ALL, value -> {
                    throw new IllegalArgumentException(value);
                }))
                .hasMessage("a");
        assertThat(wheel.size()).isEqualTo(2);
        assertThat(advance(10)).containsExactly("b", "c");
    }

    @Test
    void advancing_from_within_the_sink_is_refused() {
        wheel.schedule("a", 1);
        wheel.schedule("b", 2);
        assertThatThrownBy(() -> wheel.advance(10, ALL, value -> wheel.advance(20, ALL, fired::add)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(advance(10)).containsExactly("b");
    }

    @Test
    void a_budget_below_one_is_refused() {
        assertThatThrownBy(() -> wheel.advance(10, 0, fired::add)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("starts")
    void when_time_goes_back_nothing_fires_twice_and_the_rest_obeys_the_new_time(long start) {
        long hour = 3_600_000_000L;
        TimingWheel<String> wheel = new TimingWheel<>(start);
        wheel.schedule("a", start + 10);
        wheel.schedule("b", start + hour + 10);
        wheel.advance(start + hour, ALL, fired::add);
        assertThat(fired).containsExactly("a");
        wheel.schedule("c", start + 1_000);
        wheel.advance(start + 5, ALL, fired::add);
        wheel.schedule("d", start + 7);
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(start + 7);
        wheel.advance(start + 999, ALL, fired::add);
        assertThat(fired).containsExactly("a", "d");
        wheel.advance(start + 1_000, ALL, fired::add);
        assertThat(fired).containsExactly("a", "d", "c");
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(start + hour + 10);
        wheel.advance(start + hour + 10, ALL, fired::add);
        assertThat(fired).containsExactly("a", "d", "c", "b");
    }

    @Test
    void what_the_budget_left_over_is_no_longer_due_when_time_goes_back_before_it() {
        IntStream.range(0, 6).forEach(i -> wheel.schedule("" + i, 2_000_000 + i));
        while (wheel.advance(3_000_000, 1, fired::add) == 0) {
            assertThat(wheel.size()).isEqualTo(6);
        }
        fired.clear();
        assertThat(advance(1_500_000)).isEmpty();
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(2_000_001);
        assertThat(advance(2_000_003)).containsExactly("1", "2", "3");
    }

    @Test
    void waking_at_the_bound_takes_one_advance_a_deadline_however_far_it_is() {
        List<Long> deadlines = List.of(7L, 1_000L, 33_000L, 2_000_000L, 3_600_000_000L, 1L << 50);
        deadlines.forEach(deadline -> wheel.schedule("" + deadline, deadline));
        for (long deadline : deadlines) {
            assertThat(wheel.nextDeadlineMicros()).isEqualTo(deadline);
            assertThat(advance(wheel.nextDeadlineMicros())).containsExactly("" + deadline);
        }
    }

    @Test
    void a_cancelled_timer_costs_at_most_one_needless_wake_up() {
        Timer<String> cancelled = wheel.schedule("cancelled", 2_000_000);
        wheel.schedule("kept", 2_000_900);
        cancelled.cancel();
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(2_000_000);
        assertThat(advance(2_000_000)).isEmpty();
        assertThat(wheel.nextDeadlineMicros()).isEqualTo(2_000_900);
    }

    @Test
    void half_a_million_timers_of_one_second_all_fire_on_time() {
        int count = 500_000;
        TimingWheel<Integer> wheel = new TimingWheel<>(YEAR_2026);
        long wave = YEAR_2026 + 30_000_000;
        for (int i = 0; i < count; i++) {
            wheel.schedule(i, wave + i * 2L);
        }
        boolean[] seen = new boolean[count];
        int total = 0;
        for (long now = wave - 1_000_000; now <= wave + 1_000_000; now += 1_000) {
            long time = now;
            total += wheel.advance(now, ALL, i -> {
                assertThat(seen[i]).isFalse();
                seen[i] = true;
                long lateMicros = time - (wave + i * 2L);
                if (lateMicros < 0 || lateMicros >= 1_000) {
                    throw new AssertionError("timer " + i + " fired " + lateMicros + " us late");
                }
            });
        }
        assertThat(total).isEqualTo(count);
        assertThat(wheel.size()).isZero();
    }

    private List<String> advance(long nowMicros) {
        fired.clear();
        int count = wheel.advance(nowMicros, ALL, fired::add);
        assertThat(count).isEqualTo(fired.size());
        return List.copyOf(fired);
    }
}
