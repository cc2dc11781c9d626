package io.carillon.engine.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The executor of a component that lives on {@link VirtualTime} or another clock of a test: tasks run when the clock is moved, never inline, and a
 * repeating task goes on until the shutdown. What is not needed is refused rather than pretended; so scheduling returns
 * nothing to wait for or to cancel.
 */
public final class VirtualExecutor implements ScheduledExecutorService {

    /** Who runs a task when this much time has passed; never at once. */
    @FunctionalInterface
    public interface Later {
        void after(Duration delay, Runnable task);
    }

    private final Later time;
    private boolean shutdown;

    public VirtualExecutor(VirtualTime time) {
        this(time::after);
    }

    public VirtualExecutor(Later time) {
        this.time = time;
    }

    @Override
    public void execute(Runnable command) {
        if (!shutdown) {
            time.after(Duration.ZERO, () -> runUnlessShutdown(command));
        }
    }

    @Override
    @SuppressWarnings("NullAway") // nobody who lives on it keeps the handle
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        time.after(Duration.ofNanos(unit.toNanos(delay)), () -> runUnlessShutdown(command));
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // as above
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        repeat(command, Duration.ofNanos(unit.toNanos(initialDelay)), Duration.ofNanos(unit.toNanos(delay)));
        return null;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<?> submit(Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    private void repeat(Runnable command, Duration delay, Duration period) {
        time.after(delay, () -> {
            runUnlessShutdown(command);
            if (!shutdown) {
                repeat(command, period, period);
            }
        });
    }

    private void runUnlessShutdown(Runnable command) {
        if (!shutdown) {
            command.run();
        }
    }
}
