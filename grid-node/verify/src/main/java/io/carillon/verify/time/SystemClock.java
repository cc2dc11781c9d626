package io.carillon.verify.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The one clock of all evidence: this machine's, moved by what the store's clock is moved by, so that what callers asked, what
 * the target saw and what the product says of it stand on one line. Thread-safe.
 *
 * @param offset of the store's clock from this machine's
 */
public record SystemClock(Duration offset) {

    /** As PostgreSQL's clock shows it, in whole microseconds. */
    public Instant now() {
        return Instant.now().plus(offset).truncatedTo(ChronoUnit.MICROS);
    }

    /** For elapsed time. */
    public long nanos() {
        return System.nanoTime();
    }

    /** Holds the caller for so long, or until it is interrupted. */
    public void pause(Duration length) throws InterruptedException {
        long end = nanos() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - nanos()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted in a pause");
            }
            LockSupport.parkNanos(left);
        }
    }

    /** Returns at once if the instant has passed. */
    public void pauseUntil(Instant instant) throws InterruptedException {
        pause(Duration.between(now(), instant));
    }
}
