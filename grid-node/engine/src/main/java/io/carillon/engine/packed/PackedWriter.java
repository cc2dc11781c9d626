package io.carillon.engine.packed;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes numbers that are mostly small, and texts. What is read must be read in the same order. */
public final class PackedWriter {

    private static final int CAPACITY_FIRST = 256;

    private byte[] bytes = new byte[CAPACITY_FIRST];
    private int length;

    /** Seven bits a byte, the lowest first; a negative number takes ten bytes. */
    public PackedWriter number(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            put((byte) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        put((byte) rest);
        return this;
    }

    public PackedWriter text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        ensure(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        return this;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void put(byte value) {
        ensure(1);
        bytes[length++] = value;
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
