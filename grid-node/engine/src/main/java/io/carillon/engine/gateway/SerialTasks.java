package io.carillon.engine.gateway;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in order of arrival, on whichever thread brings one while none is running. A task that brings
 * another one does not run it inside itself, so chains of answers do not grow the stack.
 *
 * <p>What tasks touch needs no lock: each sees what the ones before it did.
 */
final class SerialTasks {

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unfinished = new AtomicInteger();

    /** The task must not throw nor block. */
    void run(Runnable task) {
        tasks.add(task);
        if (unfinished.getAndIncrement() > 0) {
            return;
        }
        do {
            Runnable next = tasks.poll();
            if (next != null) {
                next.run();
            }
        } while (unfinished.decrementAndGet() > 0);
    }
}
