package io.carillon.domain.access;

import io.carillon.domain.id.Uuids;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API key as its holder has it: {@code carillon_}, the key's id in 32 hexadecimal digits, {@code _}, and 256 random bits in
 * base64url. The id is no secret; it says which row the rest is to be compared with.
 */
public final class KeyText {

    public static final String PREFIX = "carillon_";
    public static final int SECRET_BYTES = 32;

    private static final int ID_CHARS = 32;
    private static final int SECRET_CHARS = 43;
    private static final int CHARS = PREFIX.length() + ID_CHARS + 1 + SECRET_CHARS;

    private final UUID id;
    private final String text;

    private KeyText(UUID id, String text) {
        this.id = id;
        this.text = text;
    }

    /** @param secret {@value #SECRET_BYTES} bytes that nobody can guess */
    public static KeyText of(UUID id, byte[] secret) {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has " + SECRET_BYTES + " bytes, not " + secret.length);
        }
        String digits = HexFormat.of().toHexDigits(id.getMostSignificantBits())
                + HexFormat.of().toHexDigits(id.getLeastSignificantBits());
        return new KeyText(
                id,
                PREFIX + digits + "_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    /** Null if it has not the form of a key. */
    public static @Nullable KeyText parse(String text) {
        if (text.length() != CHARS || !text.startsWith(PREFIX) || text.charAt(PREFIX.length() + ID_CHARS) != '_') {
            return null;
        }
        String digits = text.substring(PREFIX.length(), PREFIX.length() + ID_CHARS);
        String secret = text.substring(PREFIX.length() + ID_CHARS + 1);
        if (!digits.matches("[0-9a-f]{32}") || !secret.matches("[A-Za-z0-9_-]{43}")) {
            return null;
        }
        return new KeyText(Uuids.parse(dashed(digits)), text);
    }

    private static String dashed(String digits) {
        return digits.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
    }

    public UUID id() {
        return id;
    }

    /** The secret and all: for whoever holds the key, never for a log. */
    public String text() {
        return text;
    }

    /**
     * What is kept of it: SHA-256 in hexadecimal digits. A slow hash guards passwords, which can be guessed; 256 random bits
     * cannot, at any speed.
     */
    public String hash() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "API key " + id;
    }
}
