package io.carillon.persistence.read;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * Where a page ends, as text that means nothing to its holder: one byte for the list, eight and sixteen for the last row's
 * place in it, four to tell damage.
 */
record Cursor(byte list, long micros, UUID id) {

    static final byte JOBS = 'j';
    static final byte RUNS = 'r';
    static final byte DEAD_LETTERS = 'd';

    private static final int CONTENT_BYTES = 1 + 8 + 16;
    private static final int BYTES = CONTENT_BYTES + 4;

    String encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .put(list)
                .putLong(micros)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits());
        bytes.putInt(checksum(bytes.array()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** @throws IllegalArgumentException if it was not made for this list */
    static Cursor decode(byte list, String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a cursor of this list", e);
        }
        if (bytes.length != BYTES
                || bytes[0] != list
                || ByteBuffer.wrap(bytes).getInt(CONTENT_BYTES) != checksum(bytes)) {
            throw new IllegalArgumentException("not a cursor of this list");
        }
        ByteBuffer content = ByteBuffer.wrap(bytes, 1, CONTENT_BYTES - 1);
        return new Cursor(list, content.getLong(), new UUID(content.getLong(), content.getLong()));
    }

    private static int checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, CONTENT_BYTES);
        return (int) crc.getValue();
    }
}
