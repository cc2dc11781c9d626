package io.carillon.engine.statistics;

import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;
import java.util.Arrays;

/**
 * How often times of each length were seen. Lengths fall into fixed buckets, eight to each doubling, so that adding up two
 * histograms loses nothing, whoever made them, and a percentile is off by a sixteenth at most.
 *
 * <p>In microseconds, up to {@link #MICROS_MAX}; only the buckets from the first used to the last are there. For one thread.
 */
public final class Histogram {

    /** Some 19 hours; what is longer counts as that long. */
    public static final long MICROS_MAX = (1L << 36) - 1;

    private static final int SUB_BITS = 3;
    private static final int SUB = 1 << SUB_BITS;
    private static final int BUCKETS = bucketOf(MICROS_MAX) + 1;
    /** The object and an array's head. */
    private static final int HEAP_BYTES = 56;

    private int first;
    private long[] counts = {};
    private long total;
    private long sumMicros;

    public long total() {
        return total;
    }

    /** Of all lengths together, exactly. */
    public long sumMicros() {
        return sumMicros;
    }

    /** @param micros negative counts as none */
    public void add(long micros) {
        long clipped = Math.max(0, Math.min(MICROS_MAX, micros));
        add(bucketOf(clipped), 1);
        total++;
        sumMicros += clipped;
    }

    public void add(Histogram other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] != 0) {
                add(other.first + i, other.counts[i]);
            }
        }
        total += other.total;
        sumMicros += other.sumMicros;
    }

    /**
     * The length that this part of all is no longer than: the middle of its bucket.
     *
     * @param part above 0, up to 1
     * @return in microseconds; 0 if nothing was seen
     */
    public long percentile(double part) {
        long rank = Math.max(1, (long) Math.ceil(part * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                long low = lowest(first + i);
                return low + (lowest(first + i + 1) - 1 - low) / 2;
            }
        }
        return 0;
    }

    /** Of the heap, about: for the bound of who keeps many. */
    long heapBytes() {
        return HEAP_BYTES + (long) Long.BYTES * counts.length;
    }

    void write(PackedWriter writer) {
        writer.number(total).number(sumMicros).number(first).number(counts.length);
        for (long count : counts) {
            writer.number(count);
        }
    }

    static Histogram read(PackedReader reader) {
        Histogram histogram = new Histogram();
        histogram.total = reader.number();
        histogram.sumMicros = reader.number();
        long first = reader.number();
        int size = reader.count();
        if (first < 0 || first > BUCKETS || first + size > BUCKETS) {
            throw new IllegalArgumentException("buckets from " + first + " on, " + size + " of them");
        }
        histogram.first = (int) first;
        histogram.counts = new long[size];
        for (int i = 0; i < size; i++) {
            histogram.counts[i] = reader.number();
        }
        return histogram;
    }

    private void add(int bucket, long count) {
        if (counts.length == 0) {
            first = bucket;
            counts = new long[1];
        } else if (bucket < first) {
            long[] wider = new long[counts.length + first - bucket];
            System.arraycopy(counts, 0, wider, first - bucket, counts.length);
            counts = wider;
            first = bucket;
        } else if (bucket >= first + counts.length) {
            counts = Arrays.copyOf(counts, bucket - first + 1);
        }
        counts[bucket - first] += count;
    }

    /** The first ones are a microsecond wide; from the eighth on, eight to each doubling. */
    static int bucketOf(long micros) {
        int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(micros) - SUB_BITS);
        return shift * SUB + (int) (micros >>> shift);
    }

    static long lowest(int bucket) {
        if (bucket < 2 * SUB) {
            return bucket;
        }
        int shift = bucket / SUB - 1;
        return (long) (bucket - shift * SUB) << shift;
    }
}
