package io.carillon.domain.alert;

import java.time.Instant;

/** What becomes of an alert after a try, and of its endpoint's circuit. */
public sealed interface AlertDecision {

    /** It is told, and the endpoint is well. */
    record Delivered() implements AlertDecision {}

    record Again(Instant at, Circuit circuit) implements AlertDecision {}

    /** It was tried for long enough; the dead letter itself stays. */
    record GivenUp(Circuit circuit) implements AlertDecision {}
}
