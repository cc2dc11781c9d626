package io.carillon.engine.packed;

import java.nio.charset.StandardCharsets;

/** Reads what {@link PackedWriter} wrote; every method throws {@link IllegalArgumentException} where it did not. */
public final class PackedReader {

    private final byte[] bytes;
    private int at;

    public PackedReader(byte[] bytes) {
        this.bytes = bytes;
    }

    public long number() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = next();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number has no end at " + at);
    }

    /** A count of things that each take a byte at least, so that a false one asks for no more memory than there are bytes. */
    public int count() {
        long count = number();
        if (count < 0 || count > bytes.length - at) {
            throw new IllegalArgumentException(count + " things do not fit in " + (bytes.length - at) + " bytes");
        }
        return (int) count;
    }

    public String text() {
        int size = count();
        String text = new String(bytes, at, size, StandardCharsets.UTF_8);
        at += size;
        return text;
    }

    /** Whether anything is left: what newer builds append is not there in bytes of older ones. */
    public boolean more() {
        return at < bytes.length;
    }

    private byte next() {
        if (at >= bytes.length) {
            throw new IllegalArgumentException("ends after " + bytes.length + " bytes");
        }
        return bytes[at++];
    }
}
