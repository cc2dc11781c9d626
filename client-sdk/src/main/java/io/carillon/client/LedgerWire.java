package io.carillon.client;

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
}
