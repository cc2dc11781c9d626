package io.carillon.domain.plan;

import io.carillon.domain.id.RunId;

/** A run at a version. */
public record RunRef(RunId id, long version) {}
