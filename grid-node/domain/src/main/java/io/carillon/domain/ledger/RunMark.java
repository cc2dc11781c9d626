package io.carillon.domain.ledger;

import java.time.Instant;

/** That there is a run of the schedule for this nominal time, made from this revision. */
public record RunMark(long revision, Instant nominalAt) {}
