package io.carillon.verify.check;

import java.time.Duration;
import java.util.List;

/**
 * What was looked at, in numbers.
 *
 * @param occurrences that were surely owed
 * @param calls that targets saw, stale ones too
 * @param repeats calls beyond the first of their run
 * @param lapses attempts that history says lapsed or were handed back, of runs that were called
 * @param quietLapses of those, the ones that no fault can have touched
 * @param untouched lateness of runs that no fault touched
 * @param touched lateness of the others
 * @param recoveries one for each fault that healed, by its number
 */
public record Figures(
        long jobs,
        long acknowledged,
        long refused,
        long unknown,
        long occurrences,
        long runs,
        long calls,
        long repeats,
        long lapses,
        long quietLapses,
        Lateness untouched,
        Lateness touched,
        List<Recovery> recoveries) {

    public Figures {
        recoveries = List.copyOf(recoveries);
    }

    /** @param runs whose starts were measured, a retry as another */
    public record Lateness(long runs, Duration p50, Duration p99, Duration max) {}

    /**
     * @param took from its healing until the last start of a run that was due before it and started after it; zero if there was none
     */
    public record Recovery(long fault, Duration took) {}
}
