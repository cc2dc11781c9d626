package io.carillon.domain.id;

import java.util.Locale;
import java.util.UUID;

/** UUIDs as PostgreSQL sees them: one canonical text, unsigned byte order. */
public final class Uuids {

    private static final int TEXT_LENGTH = 36;

    private Uuids() {}

    /**
     * Parses the 36-character form only; {@link UUID#fromString} would also take {@code 1-1-1-1-1}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static UUID parse(String text) {
        if (text.length() == TEXT_LENGTH) {
            try {
                UUID uuid = UUID.fromString(text);
                if (uuid.toString().equals(text.toLowerCase(Locale.ROOT))) {
                    return uuid;
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("not a UUID", e);
            }
        }
        throw new IllegalArgumentException("not a UUID");
    }

    /** The order of the sixteen bytes, which is PostgreSQL's; {@link UUID#compareTo} is signed. */
    public static int compareUnsigned(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    /** A version 7 UUID: 48 bits of milliseconds, then chance. */
    public static UUID version7(long epochMillis, long randomA, long randomB) {
        long high = (epochMillis << 16) | 0x7000L | (randomA & 0x0FFFL);
        long low = 0x8000_0000_0000_0000L | (randomB & 0x3FFF_FFFF_FFFF_FFFFL);
        return new UUID(high, low);
    }
}
