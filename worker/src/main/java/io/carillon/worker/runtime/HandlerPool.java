package io.carillon.worker.runtime;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads on which handlers run: at most one a slot, made when needed, ended after a minute without work.
 *
 * <p>A thread pool of the JDK either makes a thread for each task until it is full, although the others are idle, or none
 * while its queue takes the task. Here a waiting task calls one thread (an idle one, or a new one), which calls the next one if
 * it leaves tasks behind. So a burst of short tasks is done by a few threads before more have come, and a burst of long
 * ones has a thread each within moments. At most {@link #CALLED_MAX} threads are on their way at a time.
 *
 * <p>The lock is held for a few instructions, once for a whole batch of new tasks and once for each task taken.
 */
final class HandlerPool implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HandlerPool.class);
    private static final int CALLED_MAX = 2;
    private static final long IDLE_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    private final int threadsMax;
    private final String threadName;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition called = lock.newCondition();
    /** Bounded by the caller: there are never more tasks, waiting or at work, than threads allowed. */
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    private int threads;
    private int idle;
    /** Idle threads that were called and new threads that were started, which have not looked for a task yet. */
    private int calls;

    private int starting;
    private long startedEver;
    private boolean closed;

    HandlerPool(int threadsMax, String threadName) {
        this.threadsMax = threadsMax;
        this.threadName = threadName;
    }

    /** Never blocks. Tasks must not throw. */
    void execute(List<? extends Runnable> tasks) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the handler pool is closed");
            }
            waiting.addAll(tasks);
            callThreads();
        } finally {
            lock.unlock();
        }
    }

    /** Tasks that wait are dropped; those at work go on, on threads that do not keep the JVM alive. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            called.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int threads() {
        lock.lock();
        try {
            return threads;
        } finally {
            lock.unlock();
        }
    }

    int idle() {
        lock.lock();
        try {
            return idle;
        } finally {
            lock.unlock();
        }
    }

    private void callThreads() {
        while (calls + starting < Math.min(CALLED_MAX, waiting.size())) {
            if (idle > calls) {
                calls++;
                called.signal();
            } else if (threads == threadsMax || !start()) {
                return;
            }
        }
    }

    /** False where the system has no more threads: the tasks wait for those there are. */
    private boolean start() {
        Thread thread = new Thread(this::work, threadName + "-" + ++startedEver);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            log.error("event=no-more-threads threads={} wanted={}", threads, threadsMax, e);
            return false;
        }
        threads++;
        starting++;
        return true;
    }

    private void work() {
        boolean fresh = true;
        while (true) {
            Runnable task = take(fresh);
            if (task == null) {
                return;
            }
            fresh = false;
            try {
                task.run();
            } catch (Throwable e) {
                // Tasks catch all that handlers throw, so this is a mistake of ours; the thread must live on.
                log.error("event=handler-task-failed", e);
            }
        }
    }

    private @Nullable Runnable take(boolean fresh) {
        lock.lock();
        try {
            if (fresh) {
                starting--;
            }
            long patienceNanos = IDLE_NANOS_MAX;
            while (true) {
                Runnable task = waiting.poll();
                if (task != null) {
                    callThreads();
                    return task;
                }
                if (closed || patienceNanos <= 0) {
                    threads--;
                    return null;
                }
                patienceNanos = rest(patienceNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called in a loop. Whichever thread wakes first answers a call, be it the one that was meant or one whose patience has ended. */
    @SuppressWarnings("WaitNotInLoop")
    private long rest(long nanos) {
        idle++;
        try {
            return called.awaitNanos(nanos);
        } catch (InterruptedException e) {
            // Meant for a handler that ended at this moment; a thread without a task has nothing to stop.
            return nanos;
        } finally {
            idle--;
            if (calls > 0) {
                calls--;
            }
        }
    }
}
