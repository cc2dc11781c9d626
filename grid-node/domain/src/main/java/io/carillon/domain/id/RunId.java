package io.carillon.domain.id;

import io.carillon.domain.time.Micros;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run's identity: a UUID of version 8 derived from what makes the run owed, so whoever creates it twice creates it
 * once.
 *
 * <pre>
 *   48 bits  nominal time, milliseconds since the epoch  (ids sort by time: inserts stay at the index's end)
 *    4 bits  version, 8
 *   12 bits  shard                                       (an id is routable without a look-up)
 *    2 bits  variant, binary 10
 *   62 bits  hash of (job, nominal time, trigger, request id)
 * </pre>
 *
 * <p>The layout is stored in rows and in users' systems: it never changes.
 */
public record RunId(UUID value) implements Comparable<RunId> {

    private static final long MILLIS_MAX = (1L << 48) - 1;
    private static final long HASH_MASK = (1L << 62) - 1;

    public RunId {
        if (value.version() != 8 || value.variant() != 2) {
            throw new IllegalArgumentException("not a run id: " + value);
        }
        Shards.check((int) (value.getMostSignificantBits() & 0xFFF));
    }

    /**
     * @param requestId names a manual or backfill run among those of the same nominal time; null for regular runs
     * @throws IllegalArgumentException if the nominal time is before 1970 or beyond 48 bits of milliseconds
     */
    public static RunId of(JobId job, Instant nominalAt, Trigger trigger, @Nullable String requestId) {
        long millis = nominalAt.toEpochMilli();
        if (millis < 0 || millis > MILLIS_MAX) {
            throw new IllegalArgumentException("nominal time " + nominalAt + " is outside 1970..10889");
        }
        long high = (millis << 16) | 0x8000L | job.shard();
        long low = 0x8000_0000_0000_0000L | (hash(job, nominalAt, trigger, requestId) & HASH_MASK);
        return new RunId(new UUID(high, low));
    }

    /** @throws IllegalArgumentException if {@code text} is not a UUID of this layout */
    public static RunId parse(String text) {
        return new RunId(Uuids.parse(text));
    }

    public int shard() {
        return (int) (value.getMostSignificantBits() & 0xFFF);
    }

    /** The nominal time in milliseconds; the run's row knows it exactly. */
    public long nominalMillis() {
        return value.getMostSignificantBits() >>> 16;
    }

    @Override
    public int compareTo(RunId other) {
        return Uuids.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }

    private static long hash(JobId job, Instant nominalAt, Trigger trigger, @Nullable String requestId) {
        byte[] request = requestId == null ? new byte[0] : requestId.getBytes(StandardCharsets.UTF_8);
        ByteBuffer key = ByteBuffer.allocate(16 + 8 + 1 + request.length)
                .putLong(job.value().getMostSignificantBits())
                .putLong(job.value().getLeastSignificantBits())
                .putLong(Micros.of(nominalAt))
                .put(trigger.code())
                .put(request);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.array());
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
