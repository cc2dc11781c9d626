package io.carillon.verify.fault;

import java.time.Duration;
import java.util.List;

/**
 * One fault to come.
 *
 * @param at after the beginning of the load
 * @param kinds in order of preference: the first that does not take what another fault has
 * @param victim the number of the member or worker, to be taken modulo how many there are
 * @param length how long it lasts, unless the kind has its own length
 * @param sign 1 or -1, of a clock that is off
 */
public record PlannedFault(Duration at, List<FaultKind> kinds, int victim, Duration length, int sign) {

    public PlannedFault {
        kinds = List.copyOf(kinds);
    }
}
