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
        return number(utf8.length).packed(utf8);
    }

    /** What another writer made, as it is. */
    public PackedWriter packed(byte[] made) {
        ensure(made.length);
        System.arraycopy(made, 0, bytes, length, made.length);
        length += made.length;
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
