package io.carillon.engine.grid.fence;

import io.carillon.domain.store.FenceStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where blocks of tokens come from, so that no token is ever handed out twice and each block lies above all that were
 * usable before it was asked for.
 *
 * <p>The counter of the grid counts; the floor in the database, above every block that is usable, keeps it from
 * falling. Each time:
 *
 * <ol>
 *   <li>read the floor, then the counter. A counter that is 0 or below the floor was lost or went back: raise the floor
 *       by the margin and set the counter just below it;
 *   <li>move the counter by one block, on the condition that it has not changed;
 *   <li>raise the floor above the block. Only now is it usable.
 * </ol>
 *
 * <p>Between the second and the third step a block is taken that the floor does not cover yet: one a member at most. A
 * margin of more blocks than there can be members keeps a counter that is lost in just this moment, and blocks from the
 * database itself, clear of them.
 *
 * <p>Blocks, within limits; one thread.
 */
final class TokenBlocks {

    private static final Logger log = LoggerFactory.getLogger(TokenBlocks.class);

    /** More than there can be members. */
    static final int MARGIN_BLOCKS = 64;

    /** Tokens are numbers in JSON, where integers are exact below this. */
    static final long TOKEN_MAX = (1L << 53) - 1;

    private static final int TRIES_MAX = 10;

    private final @Nullable TokenCounter counter;
    private final FenceStore store;
    private final int blockSize;
    private final Duration counterPatience;
    private final Duration storePatience;
    private final FenceMeters meters;
    private boolean counterAway;

    /** @param counter null: all blocks come from the database */
    TokenBlocks(
            @Nullable TokenCounter counter,
            FenceStore store,
            int blockSize,
            Duration counterPatience,
            Duration storePatience,
            FenceMeters meters) {
        this.counter = counter;
        this.store = store;
        this.blockSize = blockSize;
        this.counterPatience = counterPatience;
        this.storePatience = storePatience;
        this.meters = meters;
    }

    /**
     * The first block of a member, from the database: one that has just joined is given shards at once, and the grid's counter may
     * need seconds to answer it.
     *
     * @throws UnavailableException if the database gives none
     */
    TokenBlock first() throws UnavailableException, InterruptedException {
        TokenBlock block = fromStore();
        meters.fromStore();
        return checked(block);
    }

    /** @throws UnavailableException if neither counter nor database gives one */
    TokenBlock take() throws UnavailableException, InterruptedException {
        TokenCounter shared = counter;
        if (shared != null) {
            try {
                TokenBlock block = fromCounter(shared);
                if (counterAway) {
                    log.info("fencing tokens come from the grid again");
                    counterAway = false;
                }
                meters.fromGrid();
                return checked(block);
            } catch (CounterAwayException | RuntimeException e) {
                if (!counterAway) {
                    log.warn("fencing tokens come from the database, the grid does not answer: {}", e.toString());
                    counterAway = true;
                }
            }
        }
        TokenBlock block = fromStore();
        meters.fromStore();
        return checked(block);
    }

    /** One operation on the counter; any thread. Fails where there is none. */
    CompletableFuture<Long> probe() {
        return counter == null
                ? CompletableFuture.failedFuture(new IllegalStateException("the database counts tokens"))
                : counter.read();
    }

    private TokenBlock fromCounter(TokenCounter shared)
            throws CounterAwayException, UnavailableException, InterruptedException {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            long floor = ofStore(store.floor());
            long value = ofCounter(shared.read());
            if (value == 0 || value < floor - 1) {
                seed(shared, value, floor);
            } else if (ofCounter(shared.compareAndSet(value, value + blockSize))) {
                TokenBlock block = new TokenBlock(value + 1, value + blockSize);
                raiseAbove(block.last());
                return block;
            }
        }
        throw new CounterAwayException("it changed " + TRIES_MAX + " times under our hands", null);
    }

    private void seed(TokenCounter shared, long value, long floor)
            throws CounterAwayException, UnavailableException, InterruptedException {
        long seed = floor + (long) MARGIN_BLOCKS * blockSize;
        raiseAbove(seed);
        if (ofCounter(shared.compareAndSet(value, seed))) {
            meters.seeded();
            log.info("token counter seeded from={} to={}", value, seed);
        }
    }

    /** The database counts by itself; the first part of what it gives may overlap blocks on their way. */
    private TokenBlock fromStore() throws UnavailableException, InterruptedException {
        long first = ofStore(store.takeBlock((MARGIN_BLOCKS + 1) * blockSize));
        long start = Math.max(first, 1) + (long) MARGIN_BLOCKS * blockSize;
        return new TokenBlock(start, first + (long) (MARGIN_BLOCKS + 1) * blockSize - 1);
    }

    private void raiseAbove(long token) throws UnavailableException, InterruptedException {
        long floor = ofStore(store.raise(token + 1));
        if (floor <= token) {
            throw new UnavailableException("the floor is " + floor + " after it was raised above " + token, null);
        }
    }

    private static TokenBlock checked(TokenBlock block) throws UnavailableException {
        if (block.last() > TOKEN_MAX) {
            throw new UnavailableException("fencing tokens are used up at " + block.last(), null);
        }
        return block;
    }

    private <T> T ofStore(CompletableFuture<T> future) throws UnavailableException, InterruptedException {
        try {
            return future.get(storePatience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new UnavailableException("the database has no answer", e);
        }
    }

    private <T> T ofCounter(CompletableFuture<T> future) throws CounterAwayException, InterruptedException {
        try {
            return future.get(counterPatience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CounterAwayException(e.toString(), e);
        }
    }

    /** No block can be had now. */
    static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnavailableException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    private static final class CounterAwayException extends Exception {
        private static final long serialVersionUID = 1L;

        CounterAwayException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
