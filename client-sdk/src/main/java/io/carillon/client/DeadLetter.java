package io.carillon.client;

import org.jspecify.annotations.Nullable;

/**
 * A dead run with what is needed to judge it.
 *
 * @param run its {@code error} is the last one
 * @param payload JSON text that its handler was given
 */
public record DeadLetter(
        Run run, String ownerId, String pool, @Nullable String payload) {}
