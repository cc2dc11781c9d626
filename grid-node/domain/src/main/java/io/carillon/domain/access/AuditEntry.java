package io.carillon.domain.access;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * That somebody changed something.
 *
 * @param subject who, as {@link Principal#subject}
 * @param name what people call them
 * @param address from where; null: not known
 * @param ownerId whose thing it is; null: nobody's, so that only admins of all owners see it
 * @param action {@code job.changed}
 * @param target the id of what was changed
 * @param before what it was, by field; null: there was none. Never a secret
 * @param after what it became; null: it is gone
 */
public record AuditEntry(
        Instant at,
        String subject,
        String name,
        @Nullable String address,
        @Nullable String ownerId,
        String action,
        String target,
        @Nullable SortedMap<String, String> before,
        @Nullable SortedMap<String, String> after) {

    public AuditEntry {
        before = before == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(before));
        after = after == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(after));
    }

    public static AuditEntry of(
            Principal who,
            Instant at,
            @Nullable String ownerId,
            String action,
            String target,
            @Nullable SortedMap<String, String> before,
            @Nullable SortedMap<String, String> after) {
        return new AuditEntry(at, who.subject(), who.name(), who.address(), ownerId, action, target, before, after);
    }

    /** Fields as pairs of name and value; a null value is left out. */
    public static SortedMap<String, String> values(@Nullable Object... namesAndValues) {
        SortedMap<String, String> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value != null) {
                values.put(String.valueOf(namesAndValues[i]), value.toString());
            }
        }
        return values;
    }
}
