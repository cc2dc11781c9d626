package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a run is where it is.
 *
 * @param reason a stable word: not_due, waiting_for_retry, held, behind_another_run, store_refuses, attempts_unconfirmed,
 *     over_max_running, no_worker, no_free_slot, ready, running, cancel_asked, succeeded, dead or cancelled
 * @param explanation the same in a sentence
 * @param until when that ends by itself, where it does
 * @param jobStatus active, paused, held or deleted
 * @param workerConnected of a run that waits for a worker: one is connected that can run it, busy or not
 * @param freeSlots of such workers
 */
public record RunExplanation(
        UUID runId,
        UUID jobId,
        RunStatus status,
        String reason,
        String explanation,
        @Nullable Instant until,
        @Nullable String workerId,
        int attempt,
        int retriesLeft,
        String jobStatus,
        String pool,
        String handler,
        @Nullable Boolean workerConnected,
        @Nullable Integer freeSlots,
        @Nullable String lastErrorType,
        @Nullable String lastErrorMessage) {}
