package io.carillon.gateway.access;

import io.carillon.domain.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * What a call asks of a key.
 *
 * @param role that the key's role must include; null: no key is asked for
 * @param allOwners only a key of all owners will do
 */
public record Need(@Nullable Role role, boolean allOwners) {

    public static final Need NOTHING = new Need(null, false);
    public static final Need WORKER = new Need(Role.WORKER, true);
    public static final Need VIEWER = new Need(Role.VIEWER, false);
    public static final Need VIEWER_OF_ALL = new Need(Role.VIEWER, true);
    public static final Need OPERATOR = new Need(Role.OPERATOR, false);
    public static final Need ADMIN = new Need(Role.ADMIN, false);
    public static final Need ADMIN_OF_ALL = new Need(Role.ADMIN, true);

    public boolean asksForKey() {
        return role != null;
    }

    public boolean isMetBy(Credential key) {
        return role == null
                || (key.role().includes(role) && (!allOwners || key.principal().ownerScope() == null));
    }

    /** In words, for who was refused. */
    public String words() {
        return role == null ? "no key" : "role " + role.text() + (allOwners ? " for all owners" : "");
    }
}
