package io.carillon.gateway.grpc;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import java.util.concurrent.Semaphore;

/** How many of one kind of thing may be under way at once on this member. Thread-safe. */
final class BatchRoom {

    private final int max;
    private final String what;
    private final Semaphore room;

    BatchRoom(int max, String what) {
        this.max = max;
        this.what = what;
        this.room = new Semaphore(max);
    }

    /** @throws ProblemException if there is none; the call may be repeated in a moment */
    void take() {
        if (!room.tryAcquire()) {
            throw Problem.passing(ProblemType.OVERLOADED, max + " " + what + " are under way on this member")
                    .toException();
        }
    }

    void giveBack() {
        room.release();
    }
}
