package io.carillon.member.alerts;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What shows a receiver that an alert is ours and fresh: {@code v1=} and, in hex, the HMAC-SHA256 of the timestamp's
 * digits, a dot, and the body. The key is the UTF-8 bytes of the secret.
 */
final class AlertSignature {

    private static final String ALGORITHM = "HmacSHA256";

    private AlertSignature() {}

    /** @param epochSeconds what the timestamp header says */
    static String of(String secret, long epochSeconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update((epochSeconds + ".").getBytes(StandardCharsets.US_ASCII));
            return "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
