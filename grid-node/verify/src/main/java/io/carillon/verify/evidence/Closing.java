package io.carillon.verify.evidence;

import java.time.Instant;

/**
 * The last line: evidence without it was broken off and proves nothing.
 *
 * @param judgedUntil what was due until then must have ended; later occurrences may have been called or not
 * @param readAt when the product's own account was read; nothing was recorded after it
 */
public record Closing(Instant judgedUntil, Instant readAt) implements Fact {
    public Closing {
        if (readAt.isBefore(judgedUntil)) {
            throw new IllegalArgumentException(
                    "read at " + readAt + ", before " + judgedUntil + ", until when is judged");
        }
    }
}
