package io.carillon.gateway.api;

/** @param field as the caller wrote it, with its path: {@code retry.backoff[2]} */
public record FieldViolation(String field, String message) {}
