package io.carillon.verify.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much load, and of what.
 *
 * @param oneOffsPerSecond jobs that run once, created all the time
 * @param crons jobs with a schedule, created at the beginning; nearly all run every ten seconds
 * @param length for how long
 * @param owner of all jobs, different for every run
 * @param pool of the worker in the recorder's process
 * @param url of its HTTP target; null: workers cannot reach it, and all jobs go to that pool
 * @param nightZone whose clocks are changed meanwhile, or might be
 */
public record LoadOptions(
        int oneOffsPerSecond,
        int crons,
        Duration length,
        String owner,
        String pool,
        @Nullable String url,
        String nightZone) {

    /** Who may have few runs at once. */
    public String cappedOwner() {
        return owner + "-capped";
    }
}
