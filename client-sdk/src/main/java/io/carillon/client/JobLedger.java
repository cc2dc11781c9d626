package io.carillon.client;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A page of a job's ledger: which occurrences it has owed and what became of them. All numbers are of the page's own times.
 *
 * @param from inclusive
 * @param to exclusive
 * @param plannedThrough nominal times after it are not owed yet
 * @param unaccounted occurrences in neither a run nor a skip: 0, or something is wrong
 * @param discrepancies what does not fit; at most 100
 * @param nextCursor null at the end
 */
public record JobLedger(
        UUID jobId,
        Instant from,
        Instant to,
        Instant plannedThrough,
        long expected,
        long unaccounted,
        List<Entry> runs,
        List<Skip> skips,
        List<Discrepancy> discrepancies,
        @Nullable String nextCursor) {

    public JobLedger {
        runs = List.copyOf(runs);
        skips = List.copyOf(skips);
        discrepancies = List.copyOf(discrepancies);
    }

    public record Entry(Instant nominalAt, UUID runId, RunStatus status) {}

    /**
     * Occurrences without a run. Both ends inclusive; of a skip that reaches beyond the page, the part that lies in it.
     *
     * @param reason misfire, overlap, paused, deleted or ended
     * @param open of a pause that goes on
     */
    public record Skip(Instant nominalFirst, Instant nominalLast, long n, String reason, boolean open) {}

    /** @param kind missing, doubled or not_owed */
    public record Discrepancy(String kind, Instant nominalAt, long n) {}
}
