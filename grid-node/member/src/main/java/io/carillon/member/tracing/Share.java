package io.carillon.member.tracing;

import java.util.UUID;

/**
 * Which runs and jobs are traced: the same share of both on every member, by their ids alone, so that a trace is there as a whole or
 * not at all. Bits of the ids that are times or fixed by their format do not count for more than others: they are mixed (SplitMix64).
 *
 * @param ratio from 0 to 1
 */
record Share(double ratio) {

    private static final double RANGE = 0x1p53;

    Share {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("a share is from 0 to 1, was " + ratio);
        }
    }

    boolean has(UUID id) {
        long mixed = mix(id.getMostSignificantBits() ^ mix(id.getLeastSignificantBits()));
        return (mixed >>> 11) < ratio * RANGE;
    }

    private static long mix(long value) {
        long z = value + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
