package io.carillon.engine.grid.background;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread for looks, retries and timeouts: short tasks that do not wait. A task that fails is logged, and repeated
 * ones go on.
 */
public final class Background implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Background.class);

    private final ScheduledThreadPoolExecutor executor;

    public Background(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
    }

    /** First at once, then this long after each end. */
    public void repeat(Duration pause, Runnable task) {
        var unused = executor.scheduleWithFixedDelay(guarded(task), 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** False if the thread has ended, so that it will not be done. */
    public boolean run(Runnable task) {
        return runAfter(Duration.ZERO, task);
    }

    /** False if the thread has ended, so that it will not be done. */
    public boolean runAfter(Duration delay, Runnable task) {
        try {
            var unused = executor.schedule(guarded(task), delay.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            log.debug("nothing is done after the end", e);
            return false;
        }
    }

    /** Nothing is begun after this. */
    @Override
    public void close() {
        executor.shutdownNow();
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.error("background task failed", e);
            }
        };
    }
}
