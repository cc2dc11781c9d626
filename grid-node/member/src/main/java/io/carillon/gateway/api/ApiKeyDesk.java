package io.carillon.gateway.api;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.domain.access.Role;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.Page;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the doors, as an admin handles them. An admin of one owner handles those of that owner. Blocks for a few round
 * trips; thread-safe.
 */
public final class ApiKeyDesk {

    /** What stands for all owners where one is named. */
    public static final String ALL_OWNERS = "*";

    public static final Duration GRACE_DEFAULT = Duration.ofDays(1);
    static final Duration GRACE_MAX = Duration.ofDays(30);

    private static final int NAME_CHARS_MAX = 200;
    private static final int TRIES_MAX = 10;

    /**
     * @param ownerId {@value #ALL_OWNERS}: all; null: the caller's own, where it has one
     * @param expiresAt null: never
     */
    public record Wanted(
            @Nullable String name,
            @Nullable String role,
            @Nullable String ownerId,
            @Nullable Instant expiresAt) {}

    /** @param text told this once: nobody keeps it */
    public record Made(ApiKey key, KeyText text) {}

    private final ApiKeys keys;
    private final TimeSource time;
    private final Supplier<byte[]> secrets;
    private final Runnable changed;

    /**
     * @param secrets makes {@value KeyText#SECRET_BYTES} bytes that nobody can guess
     * @param changed called after each change, before it is answered
     */
    public ApiKeyDesk(ApiKeys keys, TimeSource time, Supplier<byte[]> secrets, Runnable changed) {
        this.keys = keys;
        this.time = time;
        this.secrets = secrets;
        this.changed = changed;
    }

    public Page<ApiKey> list(Principal principal, int limit, @Nullable String cursor) {
        return History.page(cursor, () -> keys.page(principal, limit, cursor));
    }

    /** @param violations what the door found wrong already */
    public Made create(Principal principal, Wanted wanted, Violations violations) {
        String name = wanted.name == null ? "" : wanted.name;
        String fault = wanted.name == null ? "is required" : Texts.fault(name, NAME_CHARS_MAX);
        if (fault != null) {
            violations.add("name", fault);
        }
        Role role = role(wanted.role, violations);
        String owner = wanted.ownerId == null ? principal.ownerScope() : wanted.ownerId;
        String ownerFault = owner == null
                ? "is required; " + ALL_OWNERS + " means all owners"
                : Texts.fault(owner, AlertDesk.OWNER_CHARS_MAX);
        if (ownerFault != null) {
            violations.add("owner_id", ownerFault);
        } else if (role == Role.WORKER && !ALL_OWNERS.equals(owner)) {
            violations.add(
                    "owner_id", "must be " + ALL_OWNERS + " for a worker: a pool's workers run the jobs of all owners");
        }
        Instant now = time.now();
        if (wanted.expiresAt != null && !Timestamps.inRange(wanted.expiresAt)) {
            violations.add("expires_at", Timestamps.RANGE);
        } else if (wanted.expiresAt != null && !wanted.expiresAt.isAfter(now)) {
            violations.add("expires_at", "must lie in the future");
        }
        if (!violations.isEmpty() || role == null || owner == null) {
            throw Problem.invalid(violations.list()).toException();
        }
        if (principal.ownerScope() != null && !principal.mayActFor(owner)) {
            throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + owner)
                    .toException();
        }
        KeyText text =
                KeyText.of(Uuids.version7(now.toEpochMilli(), time.randomBits(), time.randomBits()), secrets.get());
        ApiKey key = ApiKey.made(
                text, owner.equals(ALL_OWNERS) ? null : owner, role, name, principal.name(), now, wanted.expiresAt);
        return History.read(() -> {
            if (!keys.save(key, entry(principal, "api_key.created", null, key))) {
                throw new IllegalStateException("a key of this id is there already: " + key.id());
            }
            changed.run();
            return new Made(key, text);
        });
    }

    private static @Nullable Role role(@Nullable String text, Violations violations) {
        Role role = text == null ? null : Role.of(text).orElse(null);
        if (role == null) {
            violations.add("role", text == null ? "is required" : "must be viewer, operator, admin or worker");
        }
        return role;
    }

    /**
     * Gives a key another text.
     *
     * @param grace how long the present one stays good; null: {@link #GRACE_DEFAULT}
     */
    public Made rotate(Principal principal, UUID id, @Nullable Duration grace) {
        Duration lasting = grace == null ? GRACE_DEFAULT : grace;
        if (lasting.isNegative() || lasting.compareTo(GRACE_MAX) > 0) {
            throw Problem.invalid("grace_s", "must be from 0 to " + GRACE_MAX.toSeconds())
                    .toException();
        }
        return History.read(() -> {
            for (int i = 0; i < TRIES_MAX; i++) {
                ApiKey before = find(principal, id);
                Instant now = time.now();
                if (!before.isGood(now)) {
                    throw Problem.of(ProblemType.API_KEY_ENDED, "make a new key instead")
                            .toException();
                }
                KeyText text = KeyText.of(id, secrets.get());
                ApiKey next = before.rotated(text, now.plus(lasting));
                if (keys.save(next, entry(principal, "api_key.rotated", before, next))) {
                    changed.run();
                    return new Made(next, text);
                }
            }
            throw busy();
        });
    }

    /** It opens nothing any more, on this member when this returns, on others within seconds. A repeat is harmless. */
    public void revoke(Principal principal, UUID id) {
        boolean unused = History.read(() -> {
            for (int i = 0; i < TRIES_MAX; i++) {
                ApiKey before = find(principal, id);
                if (before.revokedAt() != null) {
                    return true;
                }
                ApiKey next = before.revoked(time.now());
                if (keys.save(next, entry(principal, "api_key.revoked", before, next))) {
                    changed.run();
                    return true;
                }
            }
            throw busy();
        });
    }

    private ApiKey find(Principal principal, UUID id) {
        return keys.find(principal, id).orElseThrow(() -> History.notFound("no API key " + id));
    }

    private static ProblemException busy() {
        return Problem.passing(ProblemType.OVERLOADED, "the key is being changed by others all the time")
                .toException();
    }

    private AuditEntry entry(Principal who, String action, @Nullable ApiKey before, ApiKey after) {
        return AuditEntry.of(
                who,
                time.now(),
                after.ownerId(),
                action,
                after.id().toString(),
                before == null ? null : values(before),
                values(after));
    }

    private static SortedMap<String, String> values(ApiKey key) {
        return AuditEntry.values(
                "name", key.name(),
                "role", key.role().text(),
                "owner_id", key.ownerId() == null ? ALL_OWNERS : key.ownerId(),
                "expires_at", key.expiresAt(),
                "former_until", key.formerUntil(),
                "revoked_at", key.revokedAt());
    }
}
