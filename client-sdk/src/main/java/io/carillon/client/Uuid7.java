package io.carillon.client;

import io.carillon.client.call.ClientClock;
import java.util.UUID;

/** Identifiers that the client chooses, so that a repeated request is recognised: UUIDs of version 7 (RFC 9562). */
final class Uuid7 {
    private Uuid7() {}

    static UUID next(ClientClock clock) {
        long high = (clock.epochMillis() << 16) | 0x7000L | (clock.randomBits() & 0x0FFFL);
        long low = 0x8000_0000_0000_0000L | (clock.randomBits() & 0x3FFF_FFFF_FFFF_FFFFL);
        return new UUID(high, low);
    }
}
