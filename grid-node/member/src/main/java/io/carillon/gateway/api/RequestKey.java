package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.store.KeyedCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key by which a client names one creating call, so that a repeat is the same call: 1 to 255 visible ASCII characters. It
 * may stand in quotation marks, as structured headers have it; they do not belong to it.
 */
public final class RequestKey {

    public static final String HEADER = "Idempotency-Key";

    static final int CHARS_MAX = 255;

    private RequestKey() {}

    /**
     * @param values of the header, in order
     * @return null if there are none
     * @throws ProblemException if it is not a key
     */
    public static @Nullable String of(List<String> values) {
        if (values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw refused("must be given once");
        }
        String text = values.get(0).strip();
        String key = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
        if (key.isEmpty() || key.length() > CHARS_MAX || !key.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"')) {
            throw refused(
                    "must have 1 to " + CHARS_MAX + " visible ASCII characters, without quotation marks and spaces");
        }
        return key;
    }

    /**
     * @param path with its method, the same however it was reached
     * @param parts all that makes another call of it: query, body
     */
    public static KeyedCall call(Principal caller, String path, String key, byte[]... parts) {
        MessageDigest digest = Digests.sha256();
        for (byte[] part : parts) {
            digest.update(Integer.toString(part.length).getBytes(StandardCharsets.US_ASCII));
            digest.update((byte) ':');
            digest.update(part);
        }
        return new KeyedCall(caller.subject() + " " + path, key, HexFormat.of().formatHex(digest.digest()));
    }

    private static ProblemException refused(String message) {
        return Problem.invalid(HEADER, message).toException();
    }
}
