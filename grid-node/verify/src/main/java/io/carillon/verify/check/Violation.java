package io.carillon.verify.check;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One broken promise.
 *
 * @param job concerned, if one is
 * @param run concerned, if one is
 * @param at where on the timeline
 * @param words what was seen and what should have been, with the times that show it
 */
public record Violation(
        Verdict verdict, @Nullable UUID job, @Nullable UUID run, Instant at, String words) {}
