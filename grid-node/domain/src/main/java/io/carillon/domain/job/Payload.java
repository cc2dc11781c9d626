package io.carillon.domain.job;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON text as UTF-8 bytes, at most 64 KiB, never looked into. Immutable. */
public final class Payload {

    public static final int BYTES_MAX = 64 * 1024;

    private final byte[] utf8;

    private Payload(byte[] utf8) {
        if (utf8.length > BYTES_MAX) {
            throw new IllegalArgumentException("payload of " + utf8.length + " bytes; at most " + BYTES_MAX);
        }
        this.utf8 = utf8;
    }

    /** Takes a copy. @throws IllegalArgumentException over 64 KiB */
    public static Payload ofUtf8(byte[] utf8) {
        return new Payload(utf8.clone());
    }

    /** @throws IllegalArgumentException over 64 KiB */
    public static Payload ofJson(String json) {
        return new Payload(json.getBytes(StandardCharsets.UTF_8));
    }

    /** A copy. */
    public byte[] toUtf8() {
        return utf8.clone();
    }

    public String toJson() {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    public int size() {
        return utf8.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(utf8, that.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    /** Its size only: payloads stay out of logs. */
    @Override
    public String toString() {
        return "Payload[" + utf8.length + " bytes]";
    }
}
