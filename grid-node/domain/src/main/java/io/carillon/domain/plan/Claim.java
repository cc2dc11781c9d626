package io.carillon.domain.plan;

/**
 * What a look at a job's due times decided.
 *
 * @param more owed occurrences remain beyond this step's bound: write this one, then look again
 */
public record Claim(JobChange change, boolean more) {}
