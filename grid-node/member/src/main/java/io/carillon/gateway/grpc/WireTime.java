package io.carillon.gateway.grpc;

import com.google.protobuf.Timestamp;
import io.carillon.domain.time.Micros;
import io.carillon.gateway.api.Timestamps;
import io.carillon.gateway.api.Violations;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times and durations on the wire; kept to the microsecond. */
final class WireTime {

    private static final int NANOS_PER_SECOND = 1_000_000_000;
    /** What the type itself allows, ten thousand years. */
    private static final long SECONDS_MAX = 315_576_000_000L;

    private WireTime() {}

    static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }

    static com.google.protobuf.Duration duration(Duration duration) {
        // Both parts have the sign of the whole.
        long seconds = duration.getSeconds();
        int nanos = duration.getNano();
        if (seconds < 0 && nanos > 0) {
            seconds++;
            nanos -= NANOS_PER_SECOND;
        }
        return com.google.protobuf.Duration.newBuilder()
                .setSeconds(seconds)
                .setNanos(nanos)
                .build();
    }

    /** Null, and a violation, if it is no time of the years 1970 to 9999. */
    static @Nullable Instant instant(String field, Timestamp timestamp, Violations violations) {
        boolean whole = timestamp.getNanos() >= 0 && timestamp.getNanos() < NANOS_PER_SECOND;
        boolean near = timestamp.getSeconds() >= Timestamps.EARLIEST.getEpochSecond()
                && timestamp.getSeconds() <= Timestamps.LATEST.getEpochSecond();
        Instant instant =
                whole && near ? Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos()) : Instant.MAX;
        if (!Timestamps.inRange(instant)) {
            violations.add(field, Timestamps.RANGE);
            return null;
        }
        return Micros.truncate(instant);
    }

    /** Null, and a violation, if its parts do not fit each other. */
    static @Nullable Duration duration(String field, com.google.protobuf.Duration duration, Violations violations) {
        long seconds = duration.getSeconds();
        int nanos = duration.getNanos();
        boolean sameSign = seconds == 0 || nanos == 0 || (seconds > 0) == (nanos > 0);
        if (!sameSign
                || Math.abs((long) nanos) >= NANOS_PER_SECOND
                || seconds > SECONDS_MAX
                || seconds < -SECONDS_MAX) {
            violations.add(field, "is not a valid duration");
            return null;
        }
        return Duration.ofSeconds(seconds, nanos / 1_000 * 1_000L);
    }
}
