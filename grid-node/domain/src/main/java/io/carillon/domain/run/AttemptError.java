package io.carillon.domain.run;

import org.jspecify.annotations.Nullable;

/** What a failed attempt said, trimmed to what is worth keeping. */
public record AttemptError(
        String type, String message, @Nullable String stack) {

    public static final int TYPE_CHARS_MAX = 200;
    public static final int MESSAGE_CHARS_MAX = 2_000;
    public static final int STACK_CHARS_MAX = 8_000;

    public AttemptError {
        type = trim(type, TYPE_CHARS_MAX);
        message = trim(message, MESSAGE_CHARS_MAX);
        stack = stack == null ? null : trim(stack, STACK_CHARS_MAX);
    }

    /** Cuts at {@code max} characters and drops NUL, which PostgreSQL's text cannot hold. */
    private static String trim(String text, int max) {
        String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
        if (clean.length() <= max) {
            return clean;
        }
        // Half of a surrogate pair is no text.
        return clean.substring(0, Character.isHighSurrogate(clean.charAt(max - 1)) ? max - 1 : max);
    }
}
