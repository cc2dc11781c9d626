package io.carillon.worker.json;

/**
 * Whether a text is one well-formed JSON value (RFC 8259). Nothing is built, so any text that fits into memory can be checked;
 * nesting is bounded at {@link #DEPTH_MAX}.
 */
public final class JsonCheck {
    /** Deeper values are refused: whoever reads them later may recurse. */
    private static final int DEPTH_MAX = 500;

    private final String text;
    private int at;

    private JsonCheck(String text) {
        this.text = text;
    }

    public static boolean isValue(String text) {
        JsonCheck check = new JsonCheck(text);
        check.blank();
        if (!check.value(0)) {
            return false;
        }
        check.blank();
        return check.at == text.length();
    }

    private boolean value(int depth) {
        return switch (peek()) {
            case '{' -> depth < DEPTH_MAX && object(depth + 1);
            case '[' -> depth < DEPTH_MAX && array(depth + 1);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean object(int depth) {
        at++;
        blank();
        if (skip('}')) {
            return true;
        }
        do {
            blank();
            if (peek() != '"' || !string()) {
                return false;
            }
            blank();
            if (!skip(':')) {
                return false;
            }
            blank();
            if (!value(depth)) {
                return false;
            }
            blank();
        } while (skip(','));
        return skip('}');
    }

    private boolean array(int depth) {
        at++;
        blank();
        if (skip(']')) {
            return true;
        }
        do {
            blank();
            if (!value(depth)) {
                return false;
            }
            blank();
        } while (skip(','));
        return skip(']');
    }

    private boolean string() {
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c < ' ' || (c == '\\' && !escape())) {
                return false;
            }
        }
        return false;
    }

    private boolean escape() {
        if (skip('u')) {
            int end = at + 4;
            while (at < end) {
                if (Character.digit(peek(), 16) < 0 || peek() > 'f') {
                    return false;
                }
                at++;
            }
            return true;
        }
        boolean known = "\"\\/bfnrt".indexOf(peek()) >= 0;
        at++;
        return known;
    }

    private boolean number() {
        skip('-');
        if (!skip('0') && !digits()) {
            return false;
        }
        if (skip('.') && !digits()) {
            return false;
        }
        if (skip('e') || skip('E')) {
            if (!skip('+')) {
                skip('-');
            }
            return digits();
        }
        return true;
    }

    private boolean digits() {
        int first = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        return at > first;
    }

    private boolean word(String word) {
        boolean there = text.startsWith(word, at);
        at += word.length();
        return there;
    }

    private void blank() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') {
            at++;
        }
    }

    private boolean skip(char c) {
        boolean there = peek() == c;
        if (there) {
            at++;
        }
        return there;
    }

    /** NUL at the end: it is part of no JSON text. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }
}
