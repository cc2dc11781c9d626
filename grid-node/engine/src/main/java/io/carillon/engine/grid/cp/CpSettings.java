package io.carillon.engine.grid.cp;

import java.time.Duration;

/**
 * @param seats members that hold the CP group; 0: there is none
 * @param lookEvery between two looks; what must hold to fill a seat must hold in two looks that follow each other
 * @param patience for each answer of the group
 * @param resetAfter how long the group may be silent, while members enough are there, before it begins anew; zero: for ever
 */
public record CpSettings(int seats, Duration lookEvery, Duration patience, Duration resetAfter) {

    public static final Duration RESET_AFTER_DEFAULT = Duration.ofSeconds(60);

    public static CpSettings of(int seats, Duration resetAfter) {
        return new CpSettings(seats, Duration.ofSeconds(2), Duration.ofSeconds(3), resetAfter);
    }
}
