package io.carillon.domain.note;

import org.jspecify.annotations.Nullable;

/**
 * How far an attempt is, in its handler's own words.
 *
 * @param fraction from 0 to 1; null: not known
 * @param message may be empty
 */
public record Progress(@Nullable Double fraction, String message) {

    public static final int MESSAGE_CHARS_MAX = 200;

    public Progress {
        if (fraction != null && !(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction " + fraction + " is not in 0..1");
        }
        if (message.length() > MESSAGE_CHARS_MAX) {
            throw new IllegalArgumentException("message of " + message.length() + " characters");
        }
    }
}
