package io.carillon.domain.access;

import org.jspecify.annotations.Nullable;

/**
 * Who asks, and whose jobs they may see and change. Every command and query carries one.
 *
 * @param subject the caller's name, for logs and the audit trail
 * @param ownerScope the one owner the caller acts for; null means all owners
 */
public record Principal(String subject, @Nullable String ownerScope) {

    /** The caller of an installation without access control. */
    public static final Principal ANONYMOUS = new Principal("anonymous", null);

    public boolean mayActFor(String ownerId) {
        return ownerScope == null || ownerScope.equals(ownerId);
    }
}
