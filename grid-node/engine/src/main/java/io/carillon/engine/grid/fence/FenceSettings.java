package io.carillon.engine.grid.fence;

import java.time.Duration;

/**
 * @param fromGrid the grid counts blocks; false: the database does, as for members embedded in other programs
 * @param blockSize tokens fetched at once; the next block is fetched when half of one is used
 * @param counterPatience how long the grid may take to answer before the database is asked
 * @param storePatience how long the database may take
 * @param retryPause after no block could be had
 */
public record FenceSettings(
        boolean fromGrid, int blockSize, Duration counterPatience, Duration storePatience, Duration retryPause) {

    public static final FenceSettings DEFAULT =
            new FenceSettings(true, 100_000, Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(1));

    public FenceSettings from(boolean grid) {
        return new FenceSettings(grid, blockSize, counterPatience, storePatience, retryPause);
    }

    public FenceSettings {
        if (blockSize < 2 || blockSize > 1_000_000) {
            throw new IllegalArgumentException("block size must be from 2 to 1,000,000, was " + blockSize);
        }
    }
}
