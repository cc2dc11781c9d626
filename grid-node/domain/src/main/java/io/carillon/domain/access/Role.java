package io.carillon.domain.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a key is for. Of the last three each may do what the one before it may; a worker may do nothing of theirs. */
public enum Role {
    /** Takes runs over the workers' stream, and nothing else. */
    WORKER,
    VIEWER,
    /** Also creates, changes and triggers jobs, cancels and redrives runs. */
    OPERATOR,
    /** Also changes quotas, alerts and keys, and reads the audit log. */
    ADMIN;

    /** As it is written outside. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }

    public boolean includes(Role needed) {
        return this == needed || (this != WORKER && needed != WORKER && compareTo(needed) > 0);
    }
}
