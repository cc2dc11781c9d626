package io.carillon.worker.runtime;

/**
 * What a worker is doing, and what it has done since its start.
 *
 * @param atWork runs whose handler is at work
 * @param stuck slots still taken by a handler that was told to stop
 * @param unacknowledged results the grid has not confirmed yet
 * @param failed attempts whose handler failed, without those that timed out
 * @param handedBack assignments that were not run, or not to their end
 * @param leasesLost attempts that were stopped because their lease was lost or might have been
 * @param staleResults results the grid refused because of their token
 * @param connects streams opened
 */
public record WorkerStatus(
        boolean connected,
        int slots,
        int atWork,
        int stuck,
        int unacknowledged,
        long assigned,
        long succeeded,
        long failed,
        long timedOut,
        long handedBack,
        long leasesLost,
        long staleResults,
        long resentResults,
        long connects) {}
