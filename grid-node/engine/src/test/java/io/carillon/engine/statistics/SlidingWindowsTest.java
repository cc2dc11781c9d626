package io.carillon.engine.statistics;

import static io.carillon.engine.statistics.SlidingWindows.Verdict.LATE;
import static io.carillon.engine.statistics.SlidingWindows.Verdict.NO_ROOM;
import static io.carillon.engine.statistics.SlidingWindows.Verdict.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows of thirty seconds in steps of ten. */
class SlidingWindowsTest {

    private static final StatKey A = StatKey.pool("a");
    private static final StatKey B = StatKey.owner("b");

    private final SlidingWindows windows = new SlidingWindows(30_000, 10_000, 2, false);

    private static List<String> told(List<StatWindow> windows) {
        return windows.stream()
                .map(window -> window.key().name() + " to " + window.endMillis() / 1_000 + ": "
                        + window.stats().duration().total())
                .toList();
    }

    @Test
    void a_window_is_told_when_its_last_step_is_over() {
        assertThat(windows.add(A, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(windows.add(A, 9_999, Seen.times(2))).isEqualTo(TAKEN);
        assertThat(windows.add(A, 10_000, Seen.times(4))).isEqualTo(TAKEN);
        assertThat(windows.advance(9_999)).isEmpty();
        assertThat(told(windows.advance(10_000))).containsExactly("a to 10: 3");
        assertThat(windows.advance(19_999)).isEmpty();
        assertThat(told(windows.advance(20_000))).containsExactly("a to 20: 7");
    }

    @Test
    void what_is_older_than_a_window_slides_out_and_the_key_with_it() {
        windows.add(A, 5_000, Seen.times(1));
        windows.add(A, 25_000, Seen.times(2));
        assertThat(told(windows.advance(30_000))).containsExactly("a to 30: 3");
        assertThat(told(windows.advance(40_000))).containsExactly("a to 40: 2");
        assertThat(told(windows.advance(50_000))).containsExactly("a to 50: 2");
        assertThat(windows.advance(60_000)).isEmpty();
        assertThat(windows.add(B, 60_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(windows.add(StatKey.job("c"), 60_000, Seen.times(1))).isEqualTo(TAKEN);
    }

    @Test
    void what_comes_in_another_order_is_counted_where_it_belongs() {
        windows.add(A, 25_000, Seen.times(1));
        windows.add(A, 5_000, Seen.times(2));
        windows.add(A, 15_000, Seen.times(4));
        windows.add(A, 26_000, Seen.times(8));
        assertThat(told(windows.advance(10_000))).containsExactly("a to 10: 2");
        assertThat(told(windows.advance(20_000))).containsExactly("a to 20: 6");
        assertThat(told(windows.advance(30_000))).containsExactly("a to 30: 15");
    }

    @Test
    void what_comes_after_its_step_was_told_is_late_and_changes_nothing() {
        windows.add(A, 5_000, Seen.times(1));
        windows.advance(12_000);
        assertThat(windows.add(A, 9_999, Seen.times(1))).isEqualTo(LATE);
        assertThat(windows.add(A, 10_001, Seen.times(2))).isEqualTo(TAKEN);
        assertThat(told(windows.advance(20_000))).containsExactly("a to 20: 3");
    }

    @Test
    void a_leap_of_time_tells_the_last_window_alone() {
        windows.add(A, 5_000, Seen.times(1));
        windows.add(A, 35_000, Seen.times(2));
        assertThat(told(windows.advance(41_000))).containsExactly("a to 40: 2");
        assertThat(windows.advance(500_000)).isEmpty();
    }

    @Test
    void keys_beyond_the_bound_are_turned_away_until_others_have_gone() {
        assertThat(windows.add(A, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(windows.add(B, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(windows.add(StatKey.job("c"), 1_000, Seen.times(1))).isEqualTo(NO_ROOM);
        windows.advance(41_000);
        assertThat(windows.add(StatKey.job("c"), 41_000, Seen.times(1))).isEqualTo(TAKEN);
    }

    @Test
    void where_only_news_are_told_a_window_is_told_once_after_each_change() {
        SlidingWindows news = new SlidingWindows(30_000, 10_000, 2, true);
        news.add(A, 5_000, Seen.times(1));
        assertThat(told(news.advance(10_000))).containsExactly("a to 10: 1");
        assertThat(news.advance(20_000)).isEmpty();
        news.add(A, 25_000, Seen.times(2));
        assertThat(told(news.advance(32_000))).containsExactly("a to 30: 3");
        assertThat(news.advance(100_000)).isEmpty();
    }

    @Test
    void a_window_of_broken_steps_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SlidingWindows(25_000, 10_000, 1, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new SlidingWindows(0, 10_000, 1, false));
    }

    /** Counted again from a list of all events. */
    @Test
    void windows_are_what_a_list_of_events_says() {
        Random random = new Random(8);
        record Event(long at, int n) {}
        List<Event> taken = new ArrayList<>();
        long mark = 0;
        for (int i = 0; i < 2_000; i++) {
            long at = mark + random.nextLong(-8_000, 25_000);
            int n = random.nextInt(1, 4);
            if (windows.add(A, at, Seen.times(n)) == TAKEN) {
                taken.add(new Event(at, n));
            } else {
                assertThat(Math.floorDiv(at, 10_000L)).isLessThan(Math.floorDiv(mark, 10_000L));
            }
            if (random.nextInt(4) == 0) {
                mark += random.nextLong(4_000);
                for (StatWindow window : windows.advance(mark)) {
                    long end = window.endMillis();
                    assertThat(end).isEqualTo(Math.floorDiv(mark, 10_000L) * 10_000);
                    assertThat(window.stats().duration().total())
                            .isEqualTo(taken.stream()
                                    .filter(event -> event.at() >= end - 30_000 && event.at() < end)
                                    .mapToLong(Event::n)
                                    .sum());
                }
            }
        }
    }
}
