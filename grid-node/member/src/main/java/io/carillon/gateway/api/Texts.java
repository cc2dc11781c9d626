package io.carillon.gateway.api;

import org.jspecify.annotations.Nullable;

/** The rule for every short text a user chooses: names, keys, pools, ids, labels. */
final class Texts {

    private Texts() {}

    /**
     * What is wrong with the text, or null: it must hold 1 to {@code charsMax} characters, something visible among them,
     * no control character, and no half of a surrogate pair (which no encoding can carry).
     */
    static @Nullable String fault(String text, int charsMax) {
        if (text.isBlank()) {
            return "must not be empty";
        }
        return faultOfAny(text, charsMax);
    }

    /**
     * A text that quotes its caller, fit for an answer and a log line: of bounded length, with a question mark for each
     * control character and each half of a surrogate pair.
     */
    static String shown(String text, int charsMax) {
        StringBuilder clean = new StringBuilder();
        text.codePoints()
                .limit(charsMax)
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? '?'
                        : c)
                .forEach(clean::appendCodePoint);
        return text.codePointCount(0, text.length()) > charsMax
                ? clean.append("...").toString()
                : clean.toString();
    }

    /** As {@link #fault}, but the text may be empty. */
    static @Nullable String faultOfAny(String text, int charsMax) {
        int chars = text.codePointCount(0, text.length());
        if (chars > charsMax) {
            return "must have at most " + charsMax + " characters, has " + chars;
        }
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            if (Character.isISOControl(codePoint)) {
                return String.format("must not contain control characters; U+%04X is one", codePoint);
            }
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                return String.format("must be valid Unicode; U+%04X stands alone", codePoint);
            }
            at += Character.charCount(codePoint);
        }
        return null;
    }
}
