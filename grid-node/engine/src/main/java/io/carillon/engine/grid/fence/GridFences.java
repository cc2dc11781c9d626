package io.carillon.engine.grid.fence;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.store.FenceStore;
import io.carillon.engine.port.Fences;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens from a block at hand and one fetched ahead. Owners of a run in turn have blocks of their own, so a token may
 * have to rise above one from a later block than ours: then ours goes, and the next is above everything.
 */
public final class GridFences implements Fences, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GridFences.class);

    private final TokenBlocks blocks;
    private final FenceSettings settings;
    private final FenceMeters meters;
    private final Runnable onArrival;
    private final ScheduledExecutorService fetcher;
    private final ExecutorService taker;

    /** Touched by the fetcher alone, as is the next one. */
    private boolean failing;

    private boolean begun;

    /** What follows is guarded by this. */
    private @Nullable TokenBlock current;

    private @Nullable TokenBlock spare;
    private long next;
    private boolean fetching;
    /** Blocks from before the last {@link #forget} are of no worth. */
    private long era;

    /** @param onArrival called, on a thread of the fetcher's, when a block has come for which somebody may wait */
    public GridFences(
            HazelcastInstance grid,
            FenceStore store,
            FenceSettings settings,
            MeterRegistry registry,
            Runnable onArrival) {
        this(
                grid,
                store,
                settings,
                new FenceMeters(registry),
                onArrival,
                Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "carillon-fences")),
                Executors.newSingleThreadExecutor(task -> daemon(task, "carillon-cp")));
        Gauge.builder("carillon.fences.left", this, GridFences::left)
                .description("Fencing tokens at hand")
                .register(registry);
    }

    private GridFences(
            HazelcastInstance grid,
            FenceStore store,
            FenceSettings settings,
            FenceMeters meters,
            Runnable onArrival,
            ScheduledExecutorService fetcher,
            ExecutorService taker) {
        this(
                new TokenBlocks(
                        settings.fromGrid() ? new CpCounter(grid, taker) : null,
                        store,
                        settings.blockSize(),
                        settings.counterPatience(),
                        settings.storePatience(),
                        meters),
                settings,
                meters,
                onArrival,
                fetcher,
                taker);
    }

    /** @param fetcher runs everything that waits; closed with this, as is {@code taker} */
    GridFences(
            TokenBlocks blocks,
            FenceSettings settings,
            FenceMeters meters,
            Runnable onArrival,
            ScheduledExecutorService fetcher,
            ExecutorService taker) {
        this.blocks = blocks;
        this.settings = settings;
        this.meters = meters;
        this.onArrival = onArrival;
        this.fetcher = fetcher;
        this.taker = taker;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Fetches the first block. */
    public void start() {
        fetch();
    }

    @Override
    public synchronized long next(long last) {
        while (current != null && current.last() <= last) {
            meters.discarded(current.last() - next + 1);
            turnOver();
        }
        TokenBlock block = current;
        if (block == null) {
            fetch();
            return NONE;
        }
        long token = Math.max(next, last + 1);
        next = token + 1;
        long left = block.last() - token;
        if (left == 0) {
            turnOver();
        }
        if (spare == null && left < settings.blockSize() / 2) {
            fetch();
        }
        return token;
    }

    @Override
    public synchronized boolean atHand() {
        if (current == null) {
            fetch();
        }
        return current != null;
    }

    /** Throws away the blocks at hand, and the one on its way: the store that they are entered in is another one now. */
    public synchronized void forget() {
        era++;
        use(null);
        spare = null;
    }

    /** One operation on the grid's counter: completes if its group works. Fails where the grid does not count. */
    public CompletableFuture<Long> probe() {
        return blocks.probe();
    }

    /** Tokens at hand. */
    public synchronized long left() {
        long ahead = spare == null ? 0 : spare.size();
        return current == null ? ahead : current.last() - next + 1 + ahead;
    }

    @Override
    public void close() {
        fetcher.shutdownNow();
        taker.shutdownNow();
    }

    private synchronized void turnOver() {
        use(spare);
        spare = null;
    }

    private synchronized void use(@Nullable TokenBlock block) {
        current = block;
        next = block == null ? 0 : block.first();
    }

    private synchronized void fetch() {
        if (!fetching) {
            fetching = true;
            fetchAfter(0);
        }
    }

    private void fetchAfter(long pauseMillis) {
        try {
            var unused = fetcher.schedule(this::fetchNow, pauseMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("no block after the end", e);
        }
    }

    private void fetchNow() {
        try {
            long asked = era();
            TokenBlock block = begun ? blocks.take() : blocks.first();
            begun = true;
            arrived(block, asked);
            failing = false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TokenBlocks.UnavailableException | RuntimeException e) {
            meters.failed();
            if (!failing) {
                log.warn("no fencing tokens, trying again until there are some: {}", e.toString());
                failing = true;
            }
            fetchAfter(settings.retryPause().toMillis());
        }
    }

    private synchronized long era() {
        return era;
    }

    private void arrived(TokenBlock block, long asked) {
        synchronized (this) {
            fetching = false;
            if (asked != era) {
                fetch();
                return;
            }
            if (current == null) {
                use(block);
            } else {
                spare = block;
            }
        }
        onArrival.run();
    }
}
