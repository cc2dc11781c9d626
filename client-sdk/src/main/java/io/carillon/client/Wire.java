package io.carillon.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import java.time.Duration;
import java.time.Instant;

/** Values that every message uses, from and to their wire form. */
final class Wire {
    private Wire() {}

    static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }

    static Instant instant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }

    static com.google.protobuf.Duration duration(Duration duration) {
        // java.time floors the seconds, protobuf wants both parts with the same sign.
        boolean borrow = duration.isNegative() && duration.getNano() != 0;
        return com.google.protobuf.Duration.newBuilder()
                .setSeconds(borrow ? duration.getSeconds() + 1 : duration.getSeconds())
                .setNanos(borrow ? duration.getNano() - 1_000_000_000 : duration.getNano())
                .build();
    }

    static Duration duration(com.google.protobuf.Duration duration) {
        return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
    }

    static ByteString json(String text) {
        return ByteString.copyFromUtf8(text);
    }
}
