package io.carillon.gateway.api;

import java.util.concurrent.Semaphore;

/** How many of one kind of thing may be under way at once on this member. Thread-safe. */
public final class BatchRoom {

    private final int max;
    private final String what;
    private final Semaphore room;

    public BatchRoom(int max, String what) {
        this.max = max;
        this.what = what;
        this.room = new Semaphore(max);
    }

    /** @throws ProblemException if there is none; the call may be repeated in a moment */
    public void take() {
        if (!room.tryAcquire()) {
            throw Problem.passing(ProblemType.OVERLOADED, max + " " + what + " are under way on this member")
                    .toException();
        }
    }

    public void giveBack() {
        room.release();
    }
}
