package io.carillon.worker.program;

/** A setting that cannot be; the message names it, and what is allowed. */
final class SettingsException extends RuntimeException {
    SettingsException(String message) {
        super(message);
    }
}
