package io.carillon.engine.port;

/** Fencing tokens in rising order from blocks fetched ahead. Never blocks; thread-safe. */
public interface Fences {

    long NONE = 0;

    /**
     * The next token above {@code last}, or {@link #NONE} while no block is at hand (one is being fetched; its arrival
     * wakes the loops). A block that would not rise above {@code last} is thrown away.
     */
    long next(long last);

    /** False while {@link #next} has none to give whatever is asked; one is being fetched then, and its arrival wakes the loops. */
    boolean atHand();
}
