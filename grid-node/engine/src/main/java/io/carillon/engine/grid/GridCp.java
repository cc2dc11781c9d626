package io.carillon.engine.grid;

import io.carillon.engine.grid.cp.CpSettings;
import java.time.Duration;

/**
 * The CP group, from which fencing tokens come.
 *
 * @param members that hold it, odd; 0: none, its objects live unsafely in a partition
 * @param resetAfter how long it may be silent before it begins anew; zero: for ever
 * @param fences false: fencing tokens come from the database, as is best for members embedded in other programs
 */
public record GridCp(int members, Duration resetAfter, boolean fences) {

    public static GridCp of(int members) {
        return new GridCp(members, CpSettings.RESET_AFTER_DEFAULT, true);
    }

    /** A group that nobody takes tokens from is not formed. */
    GridCp sized(int count) {
        return new GridCp(fences ? count : 0, resetAfter, fences);
    }
}
