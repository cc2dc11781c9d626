package io.carillon.worker.http;

/** What a status code means for the attempt. */
enum StatusClass {
    SUCCESS,
    REDIRECT,
    /** It may be another one the next time. */
    RETRYABLE,
    PERMANENT;

    static StatusClass of(int status) {
        if (status >= 200 && status < 300) {
            return SUCCESS;
        }
        return switch (status) {
            case 301, 302, 303, 307, 308 -> REDIRECT;
            case 408, 425, 429 -> RETRYABLE;
            default -> status >= 500 ? RETRYABLE : PERMANENT;
        };
    }
}
