package io.carillon.domain.run;

import io.carillon.domain.job.Payload;
import io.carillon.domain.retry.FailureKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a worker says of an attempt that has ended. */
public sealed interface Outcome {

    record Success(@Nullable Payload result) implements Outcome {}

    /** @param retryAfter the target's own wish for the delay, if it gave one */
    record Failure(
            FailureKind kind, AttemptError error, @Nullable Duration retryAfter) implements Outcome {}

    /** The handler stopped because it was told to. */
    record Cancelled() implements Outcome {}
}
