package io.carillon.app.start;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How this process ends: 0 after it was asked to, 1 when the member must stop. A process that has lost its grid and lives on
 * would look like a member to its workers and to whoever restarts members.
 */
public final class Ending {

    private static final Logger log = LoggerFactory.getLogger(Ending.class);

    private static final int MUST_STOP = 1;

    /** Without a grid nothing can be handed over; what does not close in this time is not waited for. */
    private static final Duration CLOSING_MAX = Duration.ofSeconds(20);

    private final AtomicInteger exitCode = new AtomicInteger();

    public int exitCode() {
        return exitCode.get();
    }

    /** Says why, closes what still closes, and exits with 1; returns at once. The first reason counts. */
    @SuppressWarnings("SystemOut") // the one line an operator must see, whatever the logging is set to
    public void mustStop(String reason) {
        if (exitCode.compareAndSet(0, MUST_STOP)) {
            System.err.println("carillon: must stop: " + reason);
            log.error("must stop: {}", reason);
            daemon("carillon-exit", () -> System.exit(MUST_STOP));
            daemon("carillon-halt", () -> {
                LockSupport.parkNanos(CLOSING_MAX.toNanos());
                Runtime.getRuntime().halt(MUST_STOP);
            });
        }
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
