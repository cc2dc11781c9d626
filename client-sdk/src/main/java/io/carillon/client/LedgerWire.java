package io.carillon.client;

import java.time.LocalDateTime;
import java.util.UUID;

/** The ledger as records. */
final class LedgerWire {
    private LedgerWire() {}

    static JobLedger ledger(io.carillon.proto.v1.JobLedger wire) {
        return new JobLedger(
                UUID.fromString(wire.getJobId()),
                Wire.instant(wire.getFrom()),
                Wire.instant(wire.getTo()),
                Wire.instant(wire.getPlannedThrough()),
                wire.getExpected(),
                wire.getUnaccounted(),
                wire.getRunsList().stream()
                        .map(run -> new JobLedger.Entry(
                                Wire.instant(run.getNominalAt()),
                                UUID.fromString(run.getRunId()),
                                WireName.parse(RunStatus.values(), run.getStatus(), RunStatus.UNKNOWN)))
                        .toList(),
                wire.getSkipsList().stream()
                        .map(skip -> new JobLedger.Skip(
                                Wire.instant(skip.getNominalFirst()),
                                Wire.instant(skip.getNominalLast()),
                                skip.getN(),
                                skip.getReason(),
                                skip.getOpen()))
                        .toList(),
                wire.getDiscrepanciesList().stream()
                        .map(each -> new JobLedger.Discrepancy(
                                each.getKind(), Wire.instant(each.getNominalAt()), each.getN()))
                        .toList(),
                wire.getNextCursor().isEmpty() ? null : wire.getNextCursor());
    }

    static RunExplanation run(io.carillon.proto.v1.RunExplanation wire) {
        return new RunExplanation(
                UUID.fromString(wire.getRunId()),
                UUID.fromString(wire.getJobId()),
                WireName.parse(RunStatus.values(), wire.getStatus(), RunStatus.UNKNOWN),
                wire.getReason(),
                wire.getExplanation(),
                wire.hasUntil() ? Wire.instant(wire.getUntil()) : null,
                wire.hasWorkerId() ? wire.getWorkerId() : null,
                wire.getAttempt(),
                wire.getRetriesLeft(),
                wire.getJobStatus(),
                wire.getPool(),
                wire.getHandler(),
                wire.hasWorkerConnected() ? (Boolean) wire.getWorkerConnected() : null,
                wire.hasFreeSlots() ? (Integer) wire.getFreeSlots() : null,
                wire.hasLastErrorType() ? wire.getLastErrorType() : null,
                wire.hasLastErrorMessage() ? wire.getLastErrorMessage() : null);
    }

    static TimeExplanation time(io.carillon.proto.v1.TimeExplanation wire) {
        return new TimeExplanation(
                UUID.fromString(wire.getJobId()),
                wire.hasAt() ? Wire.instant(wire.getAt()) : null,
                LocalDateTime.parse(wire.getLocal()),
                wire.getTimeZone(),
                wire.getRuns(),
                wire.getReason(),
                wire.getExplanation(),
                wire.getUnmatchedList(),
                wire.hasNominalAt() ? Wire.instant(wire.getNominalAt()) : null,
                wire.hasDueAt() ? Wire.instant(wire.getDueAt()) : null,
                wire.hasRunId() ? UUID.fromString(wire.getRunId()) : null,
                wire.hasPreviousAt() ? Wire.instant(wire.getPreviousAt()) : null,
                wire.hasNextAt() ? Wire.instant(wire.getNextAt()) : null);
    }
}
