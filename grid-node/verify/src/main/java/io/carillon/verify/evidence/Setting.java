package io.carillon.verify.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Under what conditions the evidence was taken; the first line.
 *
 * @param seed of load and faults
 * @param clockError how far the recorder's reading of the store's clock may be off, either way
 * @param options of the run, by name, for people
 */
public record Setting(long seed, Instant startedAt, Duration clockError, Map<String, String> options) implements Fact {
    /** Among the options: how many. */
    public static final String PLANNED_FAULTS = "planned faults";
    /** Among the options: how many jobs were to be made, at least. */
    public static final String PLANNED_JOBS = "planned jobs";
    /** Among the options, if it was wanted within the load: when the clocks of some zone are changed. */
    public static final String CLOCKS_CHANGED_AT = "clocks are changed at";

    public Setting {
        options = Map.copyOf(new TreeMap<>(options));
    }
}
