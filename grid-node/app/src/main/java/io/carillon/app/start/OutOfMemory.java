package io.carillon.app.start;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member that has run out of memory ends at once, with one line if it can still be said: half of it may be gone, and
 * others take over what it had.
 */
public final class OutOfMemory implements Runnable, Thread.UncaughtExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(OutOfMemory.class);

    private static final int MUST_STOP = 1;

    @Override
    @SuppressWarnings("SystemOut") // nothing else may still work
    public void run() {
        try {
            System.err.println("carillon: must stop: out of memory; give the member a larger heap (-Xmx)");
        } finally {
            Runtime.getRuntime().halt(MUST_STOP);
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        if (error instanceof OutOfMemoryError) {
            run();
        }
        log.error("thread {} ended", thread.getName(), error);
    }
}
