package io.carillon.engine.gateway;

import io.carillon.domain.run.Outcome;

/** What a worker says of an attempt that has ended. */
public record ReportedEnd(HeldRun run, Outcome outcome) {}
