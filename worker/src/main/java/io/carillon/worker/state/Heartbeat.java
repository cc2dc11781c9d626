package io.carillon.worker.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One that was sent on the present stream.
 *
 * @param some what it lists; null if it lists all that was held
 */
record Heartbeat(long sequence, long sentAtNanos, @Nullable List<HeldRun> some) {

    boolean isPartial() {
        return some != null;
    }
}
