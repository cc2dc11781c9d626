package io.carillon.domain.schedule;

import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The time zones a schedule may name: IANA names in their exact spelling, {@code UTC} among them.
 *
 * <p>{@link java.time.ZoneId#of} takes more: offsets ({@code +02:00}), prefixed ones ({@code GMT+2}) and {@code Z}. Those
 * follow no place through its clock changes, and {@code Etc/GMT+2} means the opposite of {@code GMT+2}.
 */
public final class TimeZones {

    /** The JDK still carries these, IANA dropped them. */
    private static final String RETIRED = "SystemV/";

    private static final Set<String> NAMES = ZoneRulesProvider.getAvailableZoneIds().stream()
            .filter(name -> !name.startsWith(RETIRED))
            .collect(Collectors.toUnmodifiableSet());

    private static final Map<String, String> SPELLINGS = spellings();

    private TimeZones() {}

    /** All names, in no order. */
    public static Set<String> names() {
        return NAMES;
    }

    /** The clock changes of a zone, or null for a name that is none. */
    public static @Nullable ZoneRules rulesOf(String name) {
        return NAMES.contains(name) ? ZoneRulesProvider.getRules(name, false) : null;
    }

    /** The rules of all zones by name. */
    public static Map<String, ZoneRules> all() {
        return NAMES.stream().collect(Collectors.toMap(name -> name, name -> ZoneRulesProvider.getRules(name, false)));
    }

    /** Which release of the tz database the JDK carries, as 2025a. */
    public static String version() {
        return ZoneRulesProvider.getVersions("UTC").lastKey();
    }

    /** The name that differs from the given text only in the case of letters, or null. */
    public static @Nullable String spellingOf(String text) {
        return SPELLINGS.get(text);
    }

    private static Map<String, String> spellings() {
        // This order folds case letter by letter, so it does not depend on the default locale.
        Map<String, String> spellings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        NAMES.forEach(name -> spellings.put(name, name));
        return spellings;
    }
}
