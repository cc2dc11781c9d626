package io.carillon.domain.store;

import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Run;
import org.jspecify.annotations.Nullable;

/**
 * A dead run with what is needed to judge it.
 *
 * @param payload what its handler was given: its own, else that of its job's revision
 * @param lastError null if its last attempts ended without a word
 */
public record DeadLetter(
        Run run, @Nullable Payload payload, @Nullable AttemptError lastError) {}
