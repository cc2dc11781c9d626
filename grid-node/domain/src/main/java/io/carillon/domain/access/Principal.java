package io.carillon.domain.access;

import org.jspecify.annotations.Nullable;

/**
 * Who asks, and whose jobs they may see and change. Every command and query carries one.
 *
 * @param subject who it is, the same for ever: the id of a key. What a caller can repeat is scoped to it
 * @param ownerScope the one owner the caller acts for; null means all owners
 * @param name what people call the subject, for the audit log
 * @param address from where the call came, for the audit log; null: not known
 */
public record Principal(
        String subject,
        @Nullable String ownerScope,
        String name,
        @Nullable String address) {

    /** The caller of an installation without access control. */
    public static final Principal ANONYMOUS = new Principal("anonymous", null);

    public Principal(String subject, @Nullable String ownerScope) {
        this(subject, ownerScope, subject, null);
    }

    public Principal from(String where) {
        return new Principal(subject, ownerScope, name, where);
    }

    public boolean mayActFor(String ownerId) {
        return ownerScope == null || ownerScope.equals(ownerId);
    }

    /** Whether access control is on, so that there is somebody to name. */
    public boolean known() {
        return !subject.equals(ANONYMOUS.subject);
    }
}
