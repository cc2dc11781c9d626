package io.carillon.verify.check;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * How long a run waited for one of its starts.
 *
 * @param from since when nothing but the product kept it from starting
 * @param late until it was started
 * @param quiet how much of that no fault was going on
 * @param disturbed whether a fault can have touched it
 */
public record Wait(UUID job, UUID run, Instant from, Duration late, Duration quiet, boolean disturbed) {}
