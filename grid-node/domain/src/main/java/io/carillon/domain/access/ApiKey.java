package io.carillon.domain.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A key of the doors as it is kept.
 *
 * @param ownerId whose jobs it opens; null: those of all owners
 * @param secretHash of the text that its holder has, as {@link KeyText#hash}
 * @param formerHash of the text before it was rotated; null: never rotated
 * @param formerUntil up to when the former text is good, exclusive
 * @param createdBy the name of whoever made it
 * @param expiresAt null: never
 * @param revokedAt null: it was not
 * @param lastUsedOn null: never, as far as was written
 * @param version of the row, from 1
 */
public record ApiKey(
        UUID id,
        @Nullable String ownerId,
        Role role,
        String name,
        String secretHash,
        @Nullable String formerHash,
        @Nullable Instant formerUntil,
        Instant createdAt,
        String createdBy,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable LocalDate lastUsedOn,
        long version) {

    public static ApiKey made(
            KeyText text,
            @Nullable String ownerId,
            Role role,
            String name,
            String createdBy,
            Instant now,
            @Nullable Instant expiresAt) {
        return new ApiKey(
                text.id(), ownerId, role, name, text.hash(), null, null, now, createdBy, expiresAt, null, null, 1);
    }

    /** Gives it another text; the present one stays good for a while. */
    public ApiKey rotated(KeyText text, Instant formerUntil) {
        return new ApiKey(
                id,
                ownerId,
                role,
                name,
                text.hash(),
                secretHash,
                formerUntil,
                createdAt,
                createdBy,
                expiresAt,
                revokedAt,
                lastUsedOn,
                version + 1);
    }

    public ApiKey revoked(Instant now) {
        return new ApiKey(
                id,
                ownerId,
                role,
                name,
                secretHash,
                formerHash,
                formerUntil,
                createdAt,
                createdBy,
                expiresAt,
                now,
                lastUsedOn,
                version + 1);
    }

    /** Whether it opens anything at this time, given the right text. */
    public boolean isGood(Instant now) {
        return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** Whether a text with this hash is the key's, at this time. Takes as long whatever the hash is. */
    public boolean accepts(String hash, Instant now) {
        boolean present = same(secretHash, hash);
        boolean former = formerHash != null && same(formerHash, hash);
        return isGood(now) && (present || (former && formerUntil != null && now.isBefore(formerUntil)));
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }

    /** Without the hashes. */
    @Override
    public String toString() {
        return "ApiKey[" + id + " " + role.text() + " " + (ownerId == null ? "*" : ownerId) + "]";
    }
}
