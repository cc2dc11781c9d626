package io.carillon.client;

/** What is wrong with one field of a request; the field is named as in the REST interface. */
public record FieldViolation(String field, String message) {}
