package io.carillon.member.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Shards;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed hours are recounted one after the other, whoever owns the shards. */
class HourRecountTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final int JOBS = 50;

    private final MemoryLedger rows = new MemoryLedger();
    private final Owned owned = new Owned();
    private final Clock time = new Clock();
    private final HourRecount recount = new HourRecount(rows, new ScheduleReader(), owned, time);

    HourRecountTest() {
        for (int i = 0; i < JOBS; i++) {
            rows.job(i, NOON.minus(Duration.ofHours(3)), NOON.plus(Duration.ofHours(5)), null);
        }
    }

    @Test
    void nothing_is_missing_and_the_recount_keeps_up() {
        time.now = NOON.plus(Duration.ofMinutes(11));
        untilIdle();
        assertThat(recount.unaccounted()).isZero();
        assertThat(recount.lag()).isEqualTo(Duration.ofMinutes(11));

        time.now = NOON.plus(Duration.ofMinutes(69));
        untilIdle();
        assertThat(recount.lag()).isEqualTo(Duration.ofMinutes(69));
        time.now = NOON.plus(Duration.ofMinutes(70));
        untilIdle();
        assertThat(recount.lag()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void what_is_lost_is_counted_for_a_day() {
        JobId job = rows.job(7, NOON.minus(Duration.ofHours(3)), NOON.plus(Duration.ofHours(5)), null);
        rows.lose(job, NOON.minus(Duration.ofMinutes(30)));
        rows.lose(job, NOON.minus(Duration.ofMinutes(29)));
        time.now = NOON.plus(Duration.ofMinutes(11));
        untilIdle();
        assertThat(recount.unaccounted()).isEqualTo(2);
        time.now = NOON.plus(Duration.ofMinutes(80));
        untilIdle();
        assertThat(recount.unaccounted()).isEqualTo(2);
    }

    @Test
    void what_only_looked_lost_between_two_statements_is_not() {
        rows.blinking = NOON.minus(Duration.ofMinutes(30));
        time.now = NOON.plus(Duration.ofMinutes(11));
        untilIdle();
        assertThat(rows.blinking).isNull();
        assertThat(recount.unaccounted()).isZero();
    }

    @Test
    void an_hour_that_still_owes_something_waits_and_the_lag_tells() {
        time.now = NOON.plus(Duration.ofMinutes(11));
        untilIdle();
        rows.owing.add(rows.job(7, NOON, NOON, null).shard());
        time.now = NOON.plus(Duration.ofMinutes(71));
        untilIdle();
        assertThat(recount.lag()).isEqualTo(Duration.ofMinutes(71));
        rows.owing.clear();
        untilIdle();
        assertThat(recount.lag()).isEqualTo(Duration.ofMinutes(11));
    }

    @Test
    void jobs_that_may_be_due_much_later_are_counted_later() {
        JobId job = rows.job(
                7, NOON.minus(Duration.ofHours(5)), NOON.minus(Duration.ofMinutes(90)), Duration.ofMinutes(90));
        time.now = NOON.plus(Duration.ofMinutes(11));
        rows.lose(job, NOON.minus(Duration.ofMinutes(150)));
        untilIdle();
        assertThat(recount.unaccounted()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"false, 0, 0", "true, 209, 210"})
    void a_pause_is_counted_as_a_whole_when_it_has_ended(boolean forgotten, long then, long inAll) {
        JobId job = rows.job(7, NOON.minus(Duration.ofHours(3)), NOON.minus(Duration.ofMinutes(30)), null);
        rows.pause(job);
        for (int hour = 0; hour < 3; hour++) {
            time.now = NOON.plus(Duration.ofMinutes(60 * hour + 11));
            untilIdle();
            assertThat(recount.unaccounted()).as("it goes on").isZero();
        }
        rows.resume(job, NOON.plus(Duration.ofHours(3)), forgotten);
        time.now = NOON.plus(Duration.ofMinutes(191));
        untilIdle();
        assertThat(recount.lag()).isEqualTo(Duration.ofMinutes(11));
        assertThat(recount.unaccounted()).isEqualTo(then);
        rows.resume(job, NOON.plus(Duration.ofHours(5)), false);
        time.now = NOON.plus(Duration.ofMinutes(251));
        untilIdle();
        assertThat(recount.unaccounted())
                .as("once, with what lies in the hour that followed")
                .isEqualTo(inAll);
    }

    @Test
    void a_pause_that_is_followed_by_another_one_is_counted() {
        JobId job = rows.job(7, NOON.minus(Duration.ofHours(3)), NOON.minus(Duration.ofMinutes(30)), null);
        rows.pause(job);
        time.now = NOON.plus(Duration.ofMinutes(11));
        untilIdle();
        rows.resume(job, NOON.plus(Duration.ofMinutes(20)), true);
        rows.pause(job);
        time.now = NOON.plus(Duration.ofMinutes(71));
        untilIdle();
        assertThat(recount.unaccounted()).isEqualTo(50);
    }

    @Test
    void the_jobs_of_others_are_passed_over() {
        JobId job = rows.job(7, NOON.minus(Duration.ofHours(3)), NOON.plus(Duration.ofHours(5)), null);
        rows.lose(job, NOON.minus(Duration.ofMinutes(30)));
        owned.shards.remove(job.shard());
        time.now = NOON.plus(Duration.ofMinutes(11));
        untilIdle();
        assertThat(recount.unaccounted()).isZero();
        owned.shards.add(job.shard());
        untilIdle();
        assertThat(recount.unaccounted()).isEqualTo(1);
    }

    private void untilIdle() {
        int steps = 0;
        while (recount.step().compareTo(Duration.ofSeconds(30)) < 0) {
            assertThat(steps++).isLessThan(1_000);
        }
    }

    private static final class Owned implements Ownership {
        private final Set<Integer> shards =
                new HashSet<>(IntStream.range(0, Shards.COUNT).boxed().toList());

        @Override
        public Set<Integer> ownedShards() {
            return shards;
        }

        @Override
        public String memberId() {
            return "m";
        }

        @Override
        public boolean mayAct() {
            return true;
        }
    }

    private static final class Clock implements TimeSource {
        private Instant now = NOON;

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Duration errorBound() {
            return Duration.ZERO;
        }

        @Override
        public double chance() {
            return 0.5;
        }

        @Override
        public long randomBits() {
            return 4;
        }
    }
}
