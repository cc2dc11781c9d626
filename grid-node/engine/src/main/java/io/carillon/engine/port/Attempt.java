package io.carillon.engine.port;

import io.carillon.domain.id.RunId;

/** An attempt of a run, by the token that no other attempt of it has. */
public record Attempt(RunId runId, long fencingToken) {}
