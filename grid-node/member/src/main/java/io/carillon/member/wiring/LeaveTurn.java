package io.carillon.member.wiring;

import io.carillon.domain.store.Duties;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.cp.CpView;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Members that hold the CP group leave one after the other: two that leave at once can take its majority along. Waits are
 * bounded, since a stop must end, and without the database nobody waits.
 */
final class LeaveTurn {

    private static final Logger log = LoggerFactory.getLogger(LeaveTurn.class);

    private static final String DUTY = "leaving the grid";

    /** Longer than a member needs to leave; after it the next one goes, whatever became of this one. */
    private static final Duration TURN = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Duties duties;
    private final TimeSource time;
    private final String memberId;
    private final Supplier<CpView> cp;
    private volatile boolean taken;

    LeaveTurn(Duties duties, TimeSource time, String memberId, Supplier<CpView> cp) {
        this.duties = duties;
        this.time = time;
        this.memberId = memberId;
        this.cp = cp;
    }

    /** Waits for this member's turn, and then until nobody is coming or going any more, both within {@code limit}. */
    void take(Duration limit) {
        if (cp.get().seats() == 0) {
            return;
        }
        long deadline = time.nanos() + limit.toNanos();
        try {
            taken = await(deadline, this::hold);
            if (!taken) {
                log.warn("other members are still leaving; this one leaves too");
            }
        } catch (StoreUnavailableException e) {
            log.warn("leaving without asking whether others leave: {}", e.toString());
        }
        awaitSettled(deadline);
    }

    /** Waits until a member may come or go. @return whether it may */
    boolean awaitSettled(Duration limit) {
        return awaitSettled(time.nanos() + limit.toNanos());
    }

    /** The next one may leave. */
    void pass() {
        if (taken) {
            try {
                Instant now = time.now();
                duties.hold(DUTY, memberId, now, now);
            } catch (StoreUnavailableException e) {
                log.debug("the turn to leave ends by itself", e);
            }
        }
    }

    private boolean awaitSettled(long deadline) {
        if (cp.get().seats() == 0) {
            return true;
        }
        boolean settled = await(deadline, () -> cp.get().settled());
        if (!settled) {
            log.warn("the CP group is not settled: {}", cp.get());
        }
        return settled;
    }

    private boolean hold() {
        Instant now = time.now();
        return duties.hold(DUTY, memberId, now, now.plus(TURN));
    }

    private boolean await(long deadline, BooleanSupplier condition) {
        boolean met = condition.getAsBoolean();
        while (!met && time.nanos() < deadline && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK.toNanos());
            met = condition.getAsBoolean();
        }
        return met;
    }
}
