package io.carillon.domain.store;

import io.carillon.domain.id.Uuids;
import io.carillon.domain.run.Run;
import java.time.Instant;
import java.util.UUID;

/** Where a waiting run stands in its lane: by the time from which on it may start, then by its id. */
public record LanePlace(Instant eligibleAt, UUID runId) implements Comparable<LanePlace> {

    private static final UUID LEAST = new UUID(0, 0);

    /** Not after any run. */
    public static final LanePlace FIRST = new LanePlace(Instant.EPOCH, LEAST);

    /** After every run. */
    public static final LanePlace END = new LanePlace(Instant.parse("9999-12-31T00:00:00Z"), LEAST);

    public static LanePlace of(Run run) {
        return new LanePlace(run.eligibleAt(), run.id().value());
    }

    /** Before all that may start at this time or later. */
    public static LanePlace before(Instant eligibleAt) {
        return new LanePlace(eligibleAt, LEAST);
    }

    /** The first place after this one. */
    public LanePlace next() {
        long low = runId.getLeastSignificantBits() + 1;
        long high = runId.getMostSignificantBits() + (low == 0 ? 1 : 0);
        return new LanePlace(eligibleAt, new UUID(high, low));
    }

    public LanePlace earlierOf(LanePlace other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public int compareTo(LanePlace other) {
        int byTime = eligibleAt.compareTo(other.eligibleAt);
        return byTime != 0 ? byTime : Uuids.compareUnsigned(runId, other.runId);
    }
}
