package io.carillon.engine.grid.cp;

import java.time.Duration;

/**
 * When to do what, one look after the other; one thread.
 *
 * <p>Promotions and removals change the groups' majorities, so they happen one at a time, and only while all that are on the
 * list are there, both groups have all of them, and an operation has just succeeded. A group that is reset loses the
 * counter, which is as good as new: the floor in the database keeps tokens from falling.
 */
final class CpPolicy {

    private final Duration resetAfter;
    private long silentSinceNanos;
    private boolean silent;
    private boolean settledBefore;

    CpPolicy(Duration resetAfter) {
        this.resetAfter = resetAfter;
    }

    /**
     * @param next this member is the oldest without a seat
     * @param mayReset this member is the oldest of all, on the larger side, and members enough are there
     */
    CpStep after(CpView view, boolean next, boolean mayReset, long nowNanos) {
        boolean settledTwice = settledBefore && view.settled();
        settledBefore = view.settled();
        if (!view.formed() || view.answering()) {
            silent = false;
        }
        if (!view.formed()) {
            return CpStep.NOTHING;
        }
        if (!view.answering()) {
            return afterSilence(mayReset, nowNanos);
        }
        if (view.ghost() != null) {
            return CpStep.REMOVE_GHOST;
        }
        return settledTwice && next && !view.seated() && view.members() < view.seats()
                ? CpStep.PROMOTE
                : CpStep.NOTHING;
    }

    private CpStep afterSilence(boolean mayReset, long nowNanos) {
        if (!silent) {
            silent = true;
            silentSinceNanos = nowNanos;
        }
        if (resetAfter.isZero() || !mayReset || nowNanos - silentSinceNanos < resetAfter.toNanos()) {
            return CpStep.NOTHING;
        }
        // What was reset has as long again to come up.
        silent = false;
        return CpStep.RESET;
    }
}
