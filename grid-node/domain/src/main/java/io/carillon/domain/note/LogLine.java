package io.carillon.domain.note;

import java.time.Instant;

/**
 * A line that a handler wrote.
 *
 * @param at on the store's clock, as well as the age that the worker told allows
 * @param text one line
 */
public record LogLine(Instant at, String text) {}
