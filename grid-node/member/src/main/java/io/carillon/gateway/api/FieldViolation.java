package io.carillon.gateway.api;

/**
 * What is wrong with one field. Both parts may quote the caller, so they are cut and cleaned here.
 *
 * @param field as the caller wrote it, with its path: {@code retry.backoff[2]}
 */
public record FieldViolation(String field, String message) {

    private static final int FIELD_CHARS_MAX = 200;
    private static final int MESSAGE_CHARS_MAX = 500;

    public FieldViolation {
        field = Texts.shown(field, FIELD_CHARS_MAX);
        message = Texts.shown(message, MESSAGE_CHARS_MAX);
    }
}
