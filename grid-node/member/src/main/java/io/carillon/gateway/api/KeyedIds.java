package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.store.KeyedCall.Claimed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;

/**
 * The ids of what a call with a key makes: UUIDs of version 8 that follow from scope, key and day alone. So whoever takes the
 * call over, after a crash in the middle or beside a slow first one, finds what has been made and makes nothing twice.
 */
public final class KeyedIds {

    private final byte[] seed;

    private KeyedIds(byte[] seed) {
        this.seed = seed;
    }

    public static KeyedIds of(Claimed claim) {
        MessageDigest digest = Digests.sha256();
        digest.update(claim.madeOn().toString().getBytes(StandardCharsets.US_ASCII));
        digest.update((byte) '\n');
        digest.update(claim.call().scope().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
        digest.update(claim.call().key().getBytes(StandardCharsets.UTF_8));
        return new KeyedIds(digest.digest());
    }

    /** @param number of the things that the call makes, from 0 */
    public UUID id(int number) {
        ByteBuffer hash = ByteBuffer.wrap(Digests.sha256()
                .digest(ByteBuffer.allocate(seed.length + Integer.BYTES)
                        .put(seed)
                        .putInt(number)
                        .array()));
        long high = (hash.getLong() & ~0xF000L) | 0x8000L;
        long low = (hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    public JobId jobId(int number) {
        return new JobId(id(number));
    }
}
