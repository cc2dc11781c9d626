package io.carillon.domain.id;

/**
 * The fixed division of all jobs into shards. A shard is the unit of ownership, of loading and of epochs.
 *
 * <p>Neither the count nor the hash may ever change: run ids and rows carry the shard.
 */
public final class Shards {

    public static final int COUNT = 256;

    private Shards() {}

    /** The top byte of a 64-bit finaliser (MurmurHash3's constants) over both halves of the id. */
    public static int of(JobId job) {
        long h = job.value().getMostSignificantBits()
                ^ Long.rotateLeft(job.value().getLeastSignificantBits(), 32);
        h ^= h >>> 33;
        h *= 0xff51afd7ed558ccdL;
        h ^= h >>> 33;
        h *= 0xc4ceb9fe1a85ec53L;
        h ^= h >>> 33;
        return (int) (h >>> 56);
    }

    /** @throws IllegalArgumentException if {@code shard} is none */
    public static int check(int shard) {
        if (shard < 0 || shard >= COUNT) {
            throw new IllegalArgumentException("shard " + shard + " is not in 0.." + (COUNT - 1));
        }
        return shard;
    }
}
