package io.carillon.engine.shard;

import java.time.Duration;

/** The times and bounds of a shard loop. */
public record LoopSettings(
        Lookahead lookahead, LeaseTerms leases, Rhythm rhythm, LoopBounds bounds, Patience patience) {

    public static final LoopSettings DEFAULT = new LoopSettings(
            Lookahead.DEFAULT, LeaseTerms.DEFAULT, Rhythm.DEFAULT, LoopBounds.DEFAULT, Patience.DEFAULT);

    public LoopSettings withLease(Duration duration) {
        return withLeases(new LeaseTerms(duration, leases.accept(), leases.handOffTimeout()));
    }

    public LoopSettings withHandOffTimeout(Duration timeout) {
        return withLeases(new LeaseTerms(leases.duration(), leases.accept(), timeout));
    }

    public LoopSettings withHorizon(Duration horizon) {
        Lookahead further = new Lookahead(horizon, lookahead.claimAhead(), lookahead.claimsPerSecond());
        return new LoopSettings(further, leases, rhythm, bounds, patience);
    }

    public LoopSettings withLeases(LeaseTerms terms) {
        return new LoopSettings(lookahead, terms, rhythm, bounds, patience);
    }

    /** @param waitingMax waiting runs in the memory of one loop */
    public LoopSettings withWaitingMax(int waitingMax) {
        return new LoopSettings(lookahead, leases, rhythm, bounds.withWaitingMax(waitingMax), patience);
    }

    public LoopSettings withRhythm(Rhythm value) {
        return new LoopSettings(lookahead, leases, value, bounds, patience);
    }

    public LoopSettings withPatience(Patience value) {
        return new LoopSettings(lookahead, leases, rhythm, bounds, value);
    }
}
