package io.carillon.benchmarks.day;

/**
 * What is no rule but a price: microseconds of CPU unless the name says otherwise. Where each figure comes from stands in
 * docs/capacity.md.
 *
 * @param claimMember of a member for a claim, beside what its transaction costs; likewise the next two
 * @param claimCommitMember of a member for a transaction of claims, likewise for one of starts and results
 * @param claimStore of PostgreSQL for a claim, beside what its transaction costs; likewise the next two
 * @param claimCommitStore of PostgreSQL for a transaction of claims, likewise for one of starts and results
 * @param handOff of a member for a run that another member's worker takes
 * @param worker of a worker for a run, beside the handler
 * @param loopShare what part of a member's work for a row is done by the shard's loop, one thread, before it is written
 * @param turn of a loop for a turn, whatever it finds to do
 * @param networkMicros one way between member and PostgreSQL, member and worker, member and member
 * @param flushMicros until the log is durable
 * @param creditMicros until a member hears of free slots elsewhere
 */
record Costs(
        double claimMember,
        double startMember,
        double finishMember,
        double claimCommitMember,
        double runCommitMember,
        double claimStore,
        double startStore,
        double finishStore,
        double claimCommitStore,
        double runCommitStore,
        double handOff,
        double worker,
        double loopShare,
        long turn,
        long networkMicros,
        long flushMicros,
        long creditMicros) {

    Costs {
        if (loopShare < 0 || loopShare > 1 || turn < 1 || networkMicros < 0 || flushMicros < 1 || creditMicros < 1) {
            throw new IllegalArgumentException("loop-share is from 0 to 1; turn, flush and credit are at least 1 us");
        }
    }
}
