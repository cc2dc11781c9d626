package io.carillon.domain.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random operations on a wheel and on a sorted map must agree. A failing row names the seed that repeats it. */
class TimingWheelModelTest {
    private static final int OPERATIONS = 2_000;

    static Stream<Arguments> seeds() {
        List<Long> starts =
                List.of(0L, -5_000_000L, 1_767_225_600_000_000L, (1L << 45) - 3, Long.MIN_VALUE, Long.MAX_VALUE);
        return starts.stream().flatMap(start -> IntStream.range(0, 40).mapToObj(seed -> Arguments.of(start, seed)));
    }

    @ParameterizedTest(name = "start {0}, seed {1}")
    @MethodSource("seeds")
    void agrees_with_a_sorted_map(long start, int seed) {
        Run run = new Run(start, seed);
        for (int i = 0; i < OPERATIONS; i++) {
            run.step();
        }
        run.finish();
    }

    /** One timer as the model sees it. */
    private static final class Entry {
        final long deadline;
        /** Whether it was scheduled for after the time the wheel had been advanced to: only then is its order promised. */
        final boolean ahead;

        Entry(long deadline, boolean ahead) {
            this.deadline = deadline;
            this.ahead = ahead;
        }
    }

    private static final class Run {
        final SplittableRandom random;
        /** Even seeds never cancel, so that bounds must be exact. */
        final boolean cancels;

        final TimingWheel<Entry> wheel;
        final TreeMap<Long, Set<Entry>> model = new TreeMap<>();
        final List<Timer<Entry>> timers = new ArrayList<>();
        int size;

        long now;
        long lastTick = Long.MIN_VALUE;
        final Set<Entry> scheduledInThisAdvance = new HashSet<>();

        Run(long start, int seed) {
            random = new SplittableRandom(seed);
            cancels = seed % 2 == 1;
            now = start;
            wheel = new TimingWheel<>(start);
        }

        void step() {
            int dice = random.nextInt(100);
            if (dice < 50) {
                schedule();
            } else if (dice < 65) {
                cancel();
            } else if (dice < 95) {
                moveTime();
                advance(random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(40));
            } else {
                advanceCompletely();
            }
            check();
        }

        /** Fires what is left, from bound to bound. */
        void finish() {
            advanceCompletely();
            while (size > 0) {
                long bound = wheel.nextDeadlineMicros();
                assertThat(bound).isGreaterThan(now).isLessThanOrEqualTo(model.firstKey());
                now = bound;
                advanceCompletely();
                check();
            }
        }

        private void schedule() {
            long deadline = plus(now, distance() * (random.nextInt(8) == 0 ? -1 : 1));
            Entry entry = new Entry(deadline, deadline > now);
            timers.add(wheel.schedule(entry, deadline));
            model.computeIfAbsent(deadline, key -> new HashSet<>()).add(entry);
            scheduledInThisAdvance.add(entry);
            size++;
        }

        private void cancel() {
            if (!cancels || timers.isEmpty()) {
                return;
            }
            Timer<Entry> timer = timers.remove(random.nextInt(timers.size()));
            boolean pending = forget(timer.value());
            assertThat(timer.isPending()).isEqualTo(pending);
            assertThat(timer.cancel()).isEqualTo(pending);
        }

        private void moveTime() {
            if (random.nextInt(12) == 0) {
                now = plus(now, -distance());
                lastTick = Long.MIN_VALUE;
            } else if (random.nextInt(3) == 0 && !model.isEmpty()) {
                now = Math.max(now, plus(model.firstKey(), random.nextInt(3) - 1));
            } else {
                now = plus(now, distance());
            }
        }

        private int advance(int budget) {
            scheduledInThisAdvance.clear();
            int before = size;
            List<Entry> fired = new ArrayList<>();
            int count = wheel.advance(now, budget, entry -> {
                fired.add(entry);
                assertThat(entry.deadline).isLessThanOrEqualTo(now);
                assertThat(scheduledInThisAdvance).doesNotContain(entry);
                assertThat(forget(entry))
                        .as("fired once, and not after it was cancelled")
                        .isTrue();
                if (entry.ahead) {
                    assertThat(entry.deadline >> 10).isGreaterThanOrEqualTo(lastTick);
                    lastTick = entry.deadline >> 10;
                }
                int dice = random.nextInt(10);
                if (dice == 0) {
                    schedule();
                } else if (dice == 1) {
                    cancel();
                }
            });
            assertThat(count).isEqualTo(fired.size()).isLessThanOrEqualTo(budget);
            if (budget == Integer.MAX_VALUE) {
                checkNothingDueIsLeft();
            }
            return before;
        }

        private void advanceCompletely() {
            int bound = 15 * (size + 1) + 100;
            for (int calls = 0; wheel.nextDeadlineMicros() <= now && size > 0; calls++) {
                assertThat(calls).as("each advance makes progress").isLessThan(bound);
                advance(1 + random.nextInt(10));
            }
            assertThat(model.isEmpty() || model.firstKey() > now).isTrue();
        }

        private void checkNothingDueIsLeft() {
            model.headMap(now, true)
                    .values()
                    .forEach(entries -> assertThat(scheduledInThisAdvance).containsAll(entries));
            if (scheduledInThisAdvance.isEmpty() && now < Long.MAX_VALUE) {
                assertThat(wheel.nextDeadlineMicros()).isGreaterThan(now);
            }
        }

        private void check() {
            assertThat(wheel.size()).isEqualTo(size);
            long bound = wheel.nextDeadlineMicros();
            if (size == 0) {
                assertThat(bound).isEqualTo(Long.MAX_VALUE);
            } else if (cancels || bound == Long.MIN_VALUE) {
                assertThat(bound).isLessThanOrEqualTo(model.firstKey());
            } else {
                assertThat(bound).isEqualTo(model.firstKey());
            }
        }

        private boolean forget(Entry entry) {
            Set<Entry> entries = model.get(entry.deadline);
            if (entries == null || !entries.remove(entry)) {
                return false;
            }
            if (entries.isEmpty()) {
                model.remove(entry.deadline);
            }
            size--;
            return true;
        }

        /** Of every magnitude from nothing to 2^50 microseconds, small ones more often. */
        private long distance() {
            int bits = random.nextInt(random.nextInt(1, 51));
            return random.nextLong(1L << bits);
        }

        private static long plus(long a, long b) {
            long sum = a + b;
            boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
            return !overflow ? sum : a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
