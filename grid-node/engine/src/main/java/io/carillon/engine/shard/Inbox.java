package io.carillon.engine.shard;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Tasks from other threads for the loop, run one at a time in order of arrival.
 *
 * <p>It has no bound of its own: requests are bounded before they come here, everything else answers something the loop
 * has asked for.
 */
final class Inbox {

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile Runnable onArrival = () -> {};

    /** Thread-safe. */
    void add(Runnable task) {
        tasks.add(task);
        onArrival.run();
    }

    /** Thread-safe. Each on its own, so that one that fails takes no other with it. */
    void addAll(Collection<Runnable> many) {
        tasks.addAll(many);
        onArrival.run();
    }

    void onArrival(Runnable wake) {
        onArrival = wake;
    }

    /** Runs up to {@code most} tasks; returns how many. */
    int run(int most) {
        int done = 0;
        while (done < most) {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            task.run();
            done++;
        }
        return done;
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }
}
