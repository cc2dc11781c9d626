package io.carillon.verify.evidence;

import java.util.UUID;

/** A run that is among the dead letters at the end. */
public record DeadLetterSaid(UUID run, UUID job) implements Fact {}
