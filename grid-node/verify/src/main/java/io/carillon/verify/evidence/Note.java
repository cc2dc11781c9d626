package io.carillon.verify.evidence;

import java.time.Instant;

/** Something a reader of the report should know, for instance that a scenario could not be run here and why. */
public record Note(Instant at, String text) implements Fact {}
