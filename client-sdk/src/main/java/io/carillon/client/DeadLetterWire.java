package io.carillon.client;

import io.carillon.proto.v1.ListDeadLettersResponse;
import java.util.UUID;

/** Dead letters and redrives between records and messages. */
final class DeadLetterWire {
    private DeadLetterWire() {}

    static io.carillon.proto.v1.DeadLetterFilter filter(DeadLetterFilter filter) {
        io.carillon.proto.v1.DeadLetterFilter.Builder wire = io.carillon.proto.v1.DeadLetterFilter.newBuilder();
        if (filter.jobId() != null) {
            wire.setJobId(filter.jobId().toString());
        }
        if (filter.ownerId() != null) {
            wire.setOwnerId(filter.ownerId());
        }
        if (filter.pool() != null) {
            wire.setPool(filter.pool());
        }
        if (filter.from() != null) {
            wire.setFrom(Wire.timestamp(filter.from()));
        }
        if (filter.to() != null) {
            wire.setTo(Wire.timestamp(filter.to()));
        }
        return wire.build();
    }

    static Page<DeadLetter> page(ListDeadLettersResponse wire) {
        return new Page<>(
                wire.getDeadLettersList().stream()
                        .map(DeadLetterWire::deadLetter)
                        .toList(),
                wire.getNextCursor().isEmpty() ? null : wire.getNextCursor());
    }

    static Redrive redrive(io.carillon.proto.v1.Redrive wire) {
        return new Redrive(
                UUID.fromString(wire.getRedriveId()),
                WireName.parse(Redrive.Status.values(), wire.getStatus(), Redrive.Status.UNKNOWN),
                filter(wire.getFilter()),
                Wire.instant(wire.getCreatedAt()),
                wire.hasFinishedAt() ? Wire.instant(wire.getFinishedAt()) : null,
                wire.getRedriven(),
                wire.getRefused(),
                wire.hasLastRunId() ? UUID.fromString(wire.getLastRunId()) : null);
    }

    private static DeadLetter deadLetter(io.carillon.proto.v1.DeadLetter wire) {
        return new DeadLetter(
                AnswerWire.run(wire.getRun()),
                wire.getOwnerId(),
                wire.getPool(),
                wire.hasPayloadJson() ? wire.getPayloadJson().toStringUtf8() : null);
    }

    private static DeadLetterFilter filter(io.carillon.proto.v1.DeadLetterFilter wire) {
        return new DeadLetterFilter(
                wire.hasJobId() ? UUID.fromString(wire.getJobId()) : null,
                wire.hasOwnerId() ? wire.getOwnerId() : null,
                wire.hasPool() ? wire.getPool() : null,
                wire.hasFrom() ? Wire.instant(wire.getFrom()) : null,
                wire.hasTo() ? Wire.instant(wire.getTo()) : null);
    }
}
