package io.carillon.domain.plan;

/**
 * What a look at a job's due times decided.
 *
 * @param backlog owed occurrences that remain beyond this step's bound: write this one, then look again
 */
public record Claim(JobChange change, long backlog) {

    public boolean more() {
        return backlog > 0;
    }
}
