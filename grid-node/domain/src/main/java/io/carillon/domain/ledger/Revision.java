package io.carillon.domain.ledger;

import io.carillon.domain.job.JobDefinition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A definition and the nominal times for which it was in force.
 *
 * @param nominalFrom exclusive
 * @param nominalTo inclusive; null: still in force
 */
public record Revision(
        long revision,
        JobDefinition definition,
        Instant nominalFrom,
        @Nullable Instant nominalTo) {}
