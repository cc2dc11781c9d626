package io.carillon.engine.statistics;

import static io.carillon.engine.statistics.SlidingWindows.Verdict.LATE;
import static io.carillon.engine.statistics.SlidingWindows.Verdict.TAKEN;
import static io.carillon.engine.statistics.SlidingWindows.Verdict.TOGETHER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.carillon.engine.statistics.SlidingWindows.Bounds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows of thirty seconds in steps of ten. */
class SlidingWindowsTest {

    private static final StatKey A = StatKey.pool("a");
    private static final StatKey B = StatKey.pool("b");
    private static final StatKey C = StatKey.pool("c");
    private static final StatKey OTHERS = StatKey.others(StatKey.Kind.POOL);
    private static final Bounds WIDE = new Bounds(1_000, 100_000, 100_000_000);

    private final SlidingWindows windows = of(WIDE, false);

    private static SlidingWindows of(Bounds bounds, boolean onlyChanged) {
        return new SlidingWindows(StatKey.Kind.POOL, 30_000, 10_000, bounds, onlyChanged);
    }

    private static List<StatWindow> all(Iterator<StatWindow> windows) {
        List<StatWindow> all = new ArrayList<>();
        windows.forEachRemaining(all::add);
        return all;
    }

    private static List<String> told(Iterator<StatWindow> windows) {
        return all(windows).stream()
                .filter(window -> !window.key().isOthers())
                .map(window -> window.key().name() + " to " + window.endMillis() / 1_000 + ": "
                        + window.stats().duration().total())
                .toList();
    }

    private static StatWindow others(Iterator<StatWindow> windows) {
        return all(windows).stream()
                .filter(window -> window.key().equals(OTHERS))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_window_is_told_when_its_last_step_is_over() {
        assertThat(windows.add(A, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(windows.add(A, 9_999, Seen.times(2))).isEqualTo(TAKEN);
        assertThat(windows.add(A, 10_000, Seen.times(4))).isEqualTo(TAKEN);
        assertThat(told(windows.advance(9_999))).isEmpty();
        assertThat(told(windows.advance(10_000))).containsExactly("a to 10: 3");
        assertThat(windows.advance(19_999).hasNext()).isFalse();
        assertThat(told(windows.advance(20_000))).containsExactly("a to 20: 7");
    }

    @Test
    void what_is_older_than_a_window_slides_out_and_the_key_with_it() {
        windows.add(A, 5_000, Seen.times(1));
        windows.add(A, 25_000, Seen.times(2));
        assertThat(told(windows.advance(30_000))).containsExactly("a to 30: 3");
        assertThat(told(windows.advance(40_000))).containsExactly("a to 40: 2");
        assertThat(told(windows.advance(50_000))).containsExactly("a to 50: 2");
        assertThat(told(windows.advance(60_000))).isEmpty();
        assertThat(windows.add(B, 60_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(windows.add(C, 60_000, Seen.times(1))).isEqualTo(TAKEN);
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
        assertThat(told(windows.advance(500_000))).isEmpty();
    }

    @Test
    void keys_beyond_the_bound_are_counted_together_until_others_have_gone_and_every_window_says_so() {
        SlidingWindows two = of(new Bounds(2, 100, 1_000_000), false);
        assertThat(two.add(A, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(two.add(B, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(two.add(C, 1_000, Seen.times(4))).isEqualTo(TOGETHER);
        assertThat(two.add(OTHERS, 2_000, Seen.times(1)))
                .as("a batch had no room either")
                .isEqualTo(TAKEN);
        List<StatWindow> windows = all(two.advance(10_000));
        assertThat(windows)
                .hasSize(3)
                .allSatisfy(window -> assertThat(window.together()).isEqualTo(5));
        assertThat(others(windows.iterator()).stats().events()).isEqualTo(5);
        two.advance(41_000);
        assertThat(two.add(C, 41_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(all(two.advance(50_000)))
                .allSatisfy(window -> assertThat(window.together()).isZero());
    }

    @Test
    void panes_beyond_the_bound_are_counted_together_and_those_that_are_there_go_on() {
        SlidingWindows three = of(new Bounds(10, 3, 1_000_000), false);
        assertThat(three.add(A, 1_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(three.add(A, 11_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(three.add(B, 11_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(three.add(B, 21_000, Seen.times(1))).isEqualTo(TOGETHER);
        assertThat(three.add(C, 1_000, Seen.times(1))).isEqualTo(TOGETHER);
        assertThat(three.add(B, 12_000, Seen.times(1))).isEqualTo(TAKEN);
        assertThat(told(three.advance(40_000))).containsExactly("a to 40: 1", "b to 40: 2");
        assertThat(three.add(B, 41_000, Seen.times(1)))
                .as("a pane has slid out")
                .isEqualTo(TAKEN);
    }

    /** As many names as one likes, each with times of all lengths. */
    @Test
    void memory_stays_within_its_bytes_and_nothing_is_missing_in_the_sum() {
        long bytesMax = 300_000;
        SlidingWindows bounded = of(new Bounds(1_000_000, 1_000_000, bytesMax), false);
        Random random = new Random(5);
        long events = 0;
        for (int i = 0; i < 5_000; i++) {
            RunStats stats = Seen.times(1);
            for (int n = 0; n < 20; n++) {
                stats.duration().add(random.nextLong(1L << random.nextInt(1, 36)));
            }
            bounded.add(StatKey.pool("p" + random.nextInt(2_000)), random.nextLong(29_999), stats);
            events++;
            assertThat(bounded.heapBytes()).isLessThan(bytesMax + 5_000);
        }
        assertThat(bounded.heapBytes()).isGreaterThan(bytesMax - 5_000);
        List<StatWindow> windows = all(bounded.advance(30_000));
        assertThat(windows.stream().mapToLong(window -> window.stats().events()).sum())
                .isEqualTo(events);
        all(bounded.advance(100_000));
        assertThat(bounded.heapBytes()).as("all of it is given back").isZero();
    }

    @Test
    void windows_reach_back_to_what_is_known_and_no_further() {
        windows.begin(12_000);
        windows.add(A, 12_000, Seen.times(1));
        assertThat(windows.advance(10_000).hasNext())
                .as("nothing is known of a time before")
                .isFalse();
        StatWindow first = all(windows.advance(20_000)).get(0);
        assertThat(first.startMillis()).isEqualTo(12_000);
        assertThat(first.endMillis()).isEqualTo(20_000);
        windows.add(A, 25_000, Seen.times(1));
        assertThat(all(windows.advance(50_000)).get(0).startMillis()).isEqualTo(20_000);
    }

    @Test
    void a_new_beginning_forgets_what_was_before_and_time_may_go_back() {
        windows.add(A, 95_000, Seen.times(1));
        windows.add(A, 105_000, Seen.times(1));
        windows.advance(100_000);
        windows.begin(31_000);
        assertThat(windows.heapBytes()).isZero();
        assertThat(windows.add(A, 31_000, Seen.times(2))).isEqualTo(TAKEN);
        assertThat(told(windows.advance(40_000))).containsExactly("a to 40: 2");
    }

    /** So whoever finds it and nothing else knows that nothing happened. */
    @Test
    void the_others_are_told_in_every_step_also_without_any() {
        SlidingWindows news = of(WIDE, true);
        assertThat(others(news.advance(10_000)).stats().events()).isZero();
        assertThat(others(news.advance(20_000)).endMillis()).isEqualTo(20_000);
    }

    @Test
    void where_only_news_are_told_a_window_is_told_once_after_each_change() {
        SlidingWindows news = of(WIDE, true);
        news.add(A, 5_000, Seen.times(1));
        assertThat(told(news.advance(10_000))).containsExactly("a to 10: 1");
        assertThat(told(news.advance(20_000))).isEmpty();
        news.add(A, 25_000, Seen.times(2));
        assertThat(told(news.advance(32_000))).containsExactly("a to 30: 3");
        assertThat(told(news.advance(100_000))).isEmpty();
    }

    @Test
    void a_window_of_broken_steps_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SlidingWindows(StatKey.Kind.JOB, 25_000, 10_000, WIDE, false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SlidingWindows(StatKey.Kind.JOB, 0, 10_000, WIDE, false));
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
                for (StatWindow window : all(windows.advance(mark))) {
                    long end = window.endMillis();
                    assertThat(end).isEqualTo(Math.floorDiv(mark, 10_000L) * 10_000);
                    assertThat(window.stats().duration().total())
                            .isEqualTo(
                                    window.key().isOthers()
                                            ? 0
                                            : taken.stream()
                                                    .filter(event -> event.at() >= end - 30_000 && event.at() < end)
                                                    .mapToLong(Event::n)
                                                    .sum());
                }
            }
        }
    }
}
