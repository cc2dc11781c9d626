package io.carillon.engine.member;

import io.carillon.domain.store.ShardStore;
import io.carillon.engine.port.Ownership;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the loops serve what the grid says this member owns: about once a second and at every hint it compares, raises
 * the epochs of what was gained, and hands shards to the loops or takes them away.
 *
 * <p>Events of the grid are only hints; the comparison finds what they missed. One thread; the store is asked without
 * waiting.
 */
public final class ShardKeeper implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ShardKeeper.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final Ownership ownership;
    private final ShardStore store;
    private final Supplier<CompletableFuture<Void>> beforeServing;
    private final ScheduledExecutorService thread;
    private final Set<Integer> served = new HashSet<>();
    private @Nullable ShardTaker taker;
    private volatile int servedCount;
    private boolean asking;

    /** @param beforeServing is waited for between the raised epochs and the loops */
    public ShardKeeper(Ownership ownership, ShardStore store, Supplier<CompletableFuture<Void>> beforeServing) {
        this(ownership, store, beforeServing, Executors.newSingleThreadScheduledExecutor(task -> {
            Thread keeper = new Thread(task, "carillon-shards");
            keeper.setDaemon(true);
            return keeper;
        }));
    }

    /** @param thread runs everything, one task at a time; closed with the keeper */
    ShardKeeper(Ownership ownership, ShardStore store, ScheduledExecutorService thread) {
        this(ownership, store, () -> CompletableFuture.completedFuture(null), thread);
    }

    ShardKeeper(
            Ownership ownership,
            ShardStore store,
            Supplier<CompletableFuture<Void>> beforeServing,
            ScheduledExecutorService thread) {
        this.ownership = ownership;
        this.store = store;
        this.beforeServing = beforeServing;
        this.thread = thread;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // look() lets nothing escape
    void start(ShardTaker target) {
        thread.execute(() -> taker = target);
        thread.scheduleWithFixedDelay(this::lookSafely, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Any thread: ownership may have changed. */
    public void hint() {
        if (!thread.isShutdown()) {
            thread.execute(this::lookSafely);
        }
    }

    /** Any thread: the store says that another owner has this shard; if the grid says otherwise, it is gained anew. */
    public void lost(int shard) {
        if (!thread.isShutdown()) {
            thread.execute(() -> {
                served.remove(shard);
                servedCount = served.size();
            });
        }
    }

    /** Any thread: what the loops know is of no worth any more; all shards are gained anew. */
    public void forgetAll() {
        if (!thread.isShutdown()) {
            thread.execute(() -> {
                ShardTaker target = taker;
                if (target != null) {
                    target.lose(Set.copyOf(served));
                }
                served.clear();
                servedCount = 0;
                lookSafely();
            });
        }
    }

    /** Shards handed to the loops; they may still be loading. */
    public int served() {
        return servedCount;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            log.warn("ownership could not be compared, trying again", e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // raised() takes the error
    private void look() {
        ShardTaker target = taker;
        if (target == null) {
            return;
        }
        Set<Integer> owned = ownership.ownedShards();
        Set<Integer> lost = new HashSet<>(served);
        lost.removeAll(owned);
        if (!lost.isEmpty()) {
            log.info("shards lost n={}", lost.size());
            served.removeAll(lost);
            servedCount = served.size();
            target.lose(lost);
        }
        Set<Integer> gained = new HashSet<>(owned);
        gained.removeAll(served);
        if (gained.isEmpty() || asking || !ownership.mayAct()) {
            return;
        }
        CompletableFuture<Map<Integer, Long>> epochs = store.gain(gained, ownership.memberId())
                .thenCompose(raised -> beforeServing.get().thenApply(ready -> raised));
        asking = true;
        epochs.whenComplete((raised, error) -> {
            if (!thread.isShutdown()) {
                thread.execute(() -> raised(target, raised, error));
            }
        });
    }

    private void raised(ShardTaker target, @Nullable Map<Integer, Long> epochs, @Nullable Throwable error) {
        asking = false;
        if (epochs == null) {
            log.warn("epochs could not be raised, trying again: {}", String.valueOf(error));
            return;
        }
        log.info("shards gained n={}", epochs.size());
        served.addAll(epochs.keySet());
        servedCount = served.size();
        target.gain(epochs);
    }
}
