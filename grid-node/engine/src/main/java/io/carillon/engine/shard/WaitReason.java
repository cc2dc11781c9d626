package io.carillon.engine.shard;

import io.carillon.domain.time.Micros;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.command.RunReply.Waits.For;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tells what a run in memory waits for, where its row does not. */
final class WaitReason {

    private WaitReason() {}

    /** @param slot null: the run is not in memory */
    static Waits of(@Nullable RunSlot slot, Instant now, OwnersAtLimit atLimit) {
        if (slot == null || !slot.isWaiting() || slot.held) {
            return new Waits(For.NOTHING_ELSE, null);
        }
        if (slot.rejections.parked()) {
            return new Waits(
                    For.STORE_REFUSES, slot.alarm == null ? null : Micros.toInstant(slot.alarm.deadlineMicros()));
        }
        if (slot.behind) {
            return new Waits(For.ANOTHER_RUN, null);
        }
        if (slot.notBefore.isAfter(now)) {
            return new Waits(For.ATTEMPTS_UNCONFIRMED, slot.notBefore);
        }
        if (slot.handedTo != null) {
            return new Waits(For.OFFERED, null);
        }
        return new Waits(atLimit.isAtLimit(slot.run.ownerId()) ? For.OVER_MAX_RUNNING : For.NOTHING_ELSE, null);
    }
}
