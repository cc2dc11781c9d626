package io.carillon.verify.evidence;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A page of a job's ledger as the product shows it at the end.
 *
 * @param from inclusive
 * @param to exclusive
 * @param plannedThrough later nominal times are not owed yet
 * @param discrepancies in the product's words, one each
 */
public record LedgerSaid(
        UUID job,
        Instant from,
        Instant to,
        Instant plannedThrough,
        long expected,
        long unaccounted,
        List<Entry> runs,
        List<Skip> skips,
        List<String> discrepancies)
        implements Fact {
    public LedgerSaid {
        runs = List.copyOf(runs);
        skips = List.copyOf(skips);
        discrepancies = List.copyOf(discrepancies);
    }

    public record Entry(Instant nominalAt, UUID run, String status) {}

    /**
     * Both ends inclusive.
     *
     * @param reason misfire, overlap, paused, deleted or ended
     */
    public record Skip(Instant nominalFirst, Instant nominalLast, long n, String reason) {}
}
