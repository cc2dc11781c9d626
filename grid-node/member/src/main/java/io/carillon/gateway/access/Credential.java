package io.carillon.gateway.access;

import io.carillon.domain.access.Principal;
import io.carillon.domain.access.Role;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A key that was shown and found good, with what it opens. Thread-safe. */
public final class Credential {

    private final UUID keyId;
    private final Principal principal;
    private final Role role;
    private final BooleanSupplier good;

    Credential(UUID keyId, Principal principal, Role role, BooleanSupplier good) {
        this.keyId = keyId;
        this.principal = principal;
        this.role = role;
        this.good = good;
    }

    public UUID keyId() {
        return keyId;
    }

    public Principal principal() {
        return principal;
    }

    public Role role() {
        return role;
    }

    /** Whether it still opens anything: for streams, which outlive the look at their key. Never blocks. */
    public boolean isGood() {
        return good.getAsBoolean();
    }
}
