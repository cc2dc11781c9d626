package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import org.jspecify.annotations.Nullable;

/** A job of a batch, as its author sent it. */
public sealed interface JobOffer {

    /**
     * @param id chosen by the client; null: a new one is made
     * @param violations what the door found wrong already
     */
    record Draft(@Nullable JobId id, JobDraft draft, Violations violations) implements JobOffer {}

    /** It could not even be read. */
    record Unreadable(Problem problem) implements JobOffer {}
}
