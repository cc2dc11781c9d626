package io.carillon.engine.grid.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Items for one destination, sent in order, one batch at a time. There is no linger: the first item leaves at once, and
 * while it is under way the others gather, so batches grow with the load by themselves.
 *
 * <p>{@link #add} never blocks; sending happens on the executor.
 */
public final class Outbox<T> {

    private final Executor executor;
    private final int waitingMax;
    private final int batchMax;
    private final Function<List<T>, CompletionStage<?>> send;
    private final BiConsumer<List<T>, Throwable> onFailure;

    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private boolean sending;

    /**
     * @param waitingMax items that may wait; more are not taken
     * @param send completes when the batch has arrived; the next one starts then
     * @param onFailure gets a batch that may not have arrived
     */
    public Outbox(
            Executor executor,
            int waitingMax,
            int batchMax,
            Function<List<T>, CompletionStage<?>> send,
            BiConsumer<List<T>, Throwable> onFailure) {
        this.executor = executor;
        this.waitingMax = waitingMax;
        this.batchMax = batchMax;
        this.send = send;
        this.onFailure = onFailure;
    }

    /** Takes all items or none; false if there is no room. */
    public boolean add(Collection<T> items) {
        synchronized (waiting) {
            if (waiting.size() + items.size() > waitingMax) {
                return false;
            }
            waiting.addAll(items);
            if (sending || waiting.isEmpty()) {
                return true;
            }
            sending = true;
        }
        next();
        return true;
    }

    public int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    private void next() {
        try {
            executor.execute(this::sendOne);
        } catch (RejectedExecutionException e) {
            onFailure.accept(takeAll(), e);
        }
    }

    private void sendOne() {
        List<T> batch = take();
        if (batch.isEmpty()) {
            return;
        }
        CompletionStage<?> sent;
        try {
            sent = send.apply(batch);
        } catch (RuntimeException e) {
            sent = CompletableFuture.failedFuture(e);
        }
        var unused = sent.whenComplete((done, error) -> ended(batch, error));
    }

    private void ended(List<T> batch, @Nullable Throwable error) {
        try {
            if (error != null) {
                onFailure.accept(batch, error);
            }
        } finally {
            next();
        }
    }

    private List<T> take() {
        synchronized (waiting) {
            List<T> batch = new ArrayList<>(Math.min(batchMax, waiting.size()));
            while (batch.size() < batchMax && !waiting.isEmpty()) {
                batch.add(waiting.remove());
            }
            sending = !batch.isEmpty();
            return batch;
        }
    }

    private List<T> takeAll() {
        synchronized (waiting) {
            List<T> rest = new ArrayList<>(waiting);
            waiting.clear();
            sending = false;
            return rest;
        }
    }
}
