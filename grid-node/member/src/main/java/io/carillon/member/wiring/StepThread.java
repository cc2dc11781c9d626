package io.carillon.member.wiring;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of its own for a loop: calls it again after as long as it says, or when it is woken. An error costs a pause,
 * never the loop.
 */
public final class StepThread implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(StepThread.class);

    private static final Duration AFTER_ERROR = Duration.ofSeconds(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** One turn of a loop. */
    @FunctionalInterface
    public interface Step {
        /** @return how long to wait before the next one */
        Duration step() throws InterruptedException;
    }

    private final BlockingQueue<Boolean> wakeUps = new ArrayBlockingQueue<>(1);
    private final Thread thread;
    private final Step step;
    private final Duration first;

    /** @param first how long to wait before the first step */
    public StepThread(String name, Duration first, Step step) {
        this.first = first;
        this.step = step;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public static StepThread start(String name, Duration first, Step step) {
        return new StepThread(name, first, step).start();
    }

    public StepThread start() {
        thread.start();
        return this;
    }

    /** Any thread: the next step is worth while now. */
    @SuppressWarnings("ReturnValueIgnored") // one that waits already is enough
    public void wake() {
        wakeUps.offer(true);
    }

    /** Interrupts a step that is under way, and gives it a moment. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
            if (thread.isAlive()) {
                log.warn("{} does not end", thread.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Duration wait = first;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                wakeUps.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
                wait = stepSafely();
            }
        } catch (InterruptedException e) {
            log.debug("{} ends", thread.getName());
        }
    }

    private Duration stepSafely() throws InterruptedException {
        try {
            return step.step();
        } catch (RuntimeException e) {
            log.error("{} failed, trying again in {}", thread.getName(), AFTER_ERROR, e);
            return AFTER_ERROR;
        }
    }
}
