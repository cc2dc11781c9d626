package io.carillon.member.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.store.Duties;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.cp.CpView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaveTurnTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final CpView NONE = new CpView(0, false, false, 0, 0, 0, 0, false, null);
    private static final CpView SETTLED = new CpView(3, true, true, 2, 2, 2, 2, true, null);
    private static final CpView LEAVING = new CpView(3, true, true, 3, 2, 3, 3, true, null);

    private final PassingTime time = new PassingTime();
    private final Turns turns = new Turns();
    private CpView cp = SETTLED;

    private LeaveTurn turnOf(String member) {
        return new LeaveTurn(turns, time, member, () -> cp);
    }

    @Test
    void members_leave_one_after_the_other() {
        LeaveTurn first = turnOf("a");
        LeaveTurn second = turnOf("b");
        first.take(LIMIT);
        assertThat(turns.holders).containsEntry("leaving the grid", "a");
        time.onNextLook = () -> {
            assertThat(turns.holders).containsValue("a");
            first.pass();
        };
        second.take(LIMIT);
        assertThat(turns.holders).containsEntry("leaving the grid", "b");
    }

    @Test
    void a_turn_that_nobody_passes_on_ends_the_wait_and_not_the_stop() {
        turnOf("a").take(LIMIT);
        long begin = time.nanos;
        turnOf("b").take(LIMIT);
        assertThat(time.nanos - begin)
                .isBetween(LIMIT.toNanos(), LIMIT.plusSeconds(1).toNanos());
        assertThat(turns.holders).containsEntry("leaving the grid", "a");
    }

    @Test
    void nobody_leaves_while_another_is_still_leaving_unless_it_takes_too_long() {
        cp = LEAVING;
        time.onNextLook = () -> cp = SETTLED;
        assertThat(turnOf("a").awaitSettled(LIMIT)).isTrue();
        cp = LEAVING;
        assertThat(turnOf("a").awaitSettled(LIMIT)).isFalse();
    }

    @Test
    void without_a_cp_group_or_without_the_database_nobody_waits() {
        cp = NONE;
        turnOf("a").take(LIMIT);
        assertThat(turns.holders).isEmpty();

        cp = SETTLED;
        turns.away = true;
        long begin = time.nanos;
        turnOf("a").take(LIMIT);
        assertThat(time.nanos - begin).isLessThan(Duration.ofSeconds(2).toNanos());
    }

    private static final class Turns implements Duties {
        final Map<String, String> holders = new HashMap<>();
        final Map<String, Instant> ends = new HashMap<>();
        boolean away;

        @Override
        public boolean hold(String duty, String holder, Instant now, Instant until) {
            if (away) {
                throw new StoreUnavailableException("away", new IllegalStateException("away"));
            }
            boolean mine = holder.equals(holders.get(duty));
            if (!mine && ends.getOrDefault(duty, Instant.MIN).isAfter(now)) {
                return false;
            }
            holders.put(duty, holder);
            ends.put(duty, until);
            return true;
        }
    }

    /** A clock that goes on by a tenth of a second whenever it is looked at. */
    private static final class PassingTime implements TimeSource {
        long nanos;
        Runnable onNextLook = () -> {};

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanos() {
            nanos += Duration.ofMillis(100).toNanos();
            Runnable then = onNextLook;
            onNextLook = () -> {};
            if (nanos > Duration.ofSeconds(1).toNanos()) {
                then.run();
            } else {
                onNextLook = then;
            }
            return nanos;
        }

        @Override
        public Duration errorBound() {
            return Duration.ZERO;
        }

        @Override
        public double chance() {
            return 0;
        }

        @Override
        public long randomBits() {
            return 0;
        }
    }
}
