package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a run is where it is.
 *
 * @param reason a stable word
 * @param explanation the same in a sentence
 * @param until when that ends by itself, where it does
 * @param workerConnected some worker can run it, busy or not; null where that does not matter
 * @param freeSlots of such workers; null where that does not matter
 */
public record RunExplanation(
        RunId runId,
        JobId jobId,
        RunStatus status,
        Reason reason,
        String explanation,
        @Nullable Instant until,
        @Nullable String workerId,
        int attempt,
        int retriesLeft,
        JobStatus jobStatus,
        String pool,
        String handler,
        @Nullable Boolean workerConnected,
        @Nullable Integer freeSlots,
        @Nullable AttemptError lastError) {

    public enum Reason {
        NOT_DUE,
        WAITING_FOR_RETRY,
        /** Its job is paused with hold. */
        HELD,
        /** Its schedule lets one run be at work at a time, and another one goes first. */
        BEHIND_ANOTHER_RUN,
        /** The database refuses its row for its own sake. */
        STORE_REFUSES,
        /** Attempts ended before a worker had confirmed them, again and again. */
        ATTEMPTS_UNCONFIRMED,
        /** As many runs of its owner run as may at once. */
        OVER_MAX_RUNNING,
        /** No connected worker of the pool has the handler. */
        NO_WORKER,
        /** All workers that could run it are busy. */
        NO_FREE_SLOT,
        /** It gets its turn. */
        READY,
        RUNNING,
        CANCEL_ASKED,
        SUCCEEDED,
        DEAD,
        CANCELLED
    }
}
