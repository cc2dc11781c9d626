package io.carillon.domain.id;

import java.util.UUID;

/** A job's identity: a UUID of version 7, unless the client chose one. */
public record JobId(UUID value) implements Comparable<JobId> {

    /** @throws IllegalArgumentException if {@code text} is not a UUID in its 36-character form */
    public static JobId parse(String text) {
        return new JobId(Uuids.parse(text));
    }

    /** The shard that owns this job and all its runs, 0 to {@link Shards#COUNT} - 1. */
    public int shard() {
        return Shards.of(this);
    }

    @Override
    public int compareTo(JobId other) {
        return Uuids.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
