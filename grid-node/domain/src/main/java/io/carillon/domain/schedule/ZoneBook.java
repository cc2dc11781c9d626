package io.carillon.domain.schedule;

import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All editions of the zones' rules that a cluster has planned by. Immutable. */
public final class ZoneBook implements Zones {

    /** Beyond the last change that any zone lists one by one; from there on yearly rules are compared. */
    private static final Instant LISTED_TO = Instant.parse("2200-01-01T00:00:00Z");

    /**
     * The rules of a zone from an edition on.
     *
     * @param edition from {@link Zones#FIRST_EDITION}
     */
    public record Entry(String zone, int edition, ZoneRules rules) {}

    private final int edition;
    private final String version;
    private final Map<String, NavigableMap<Integer, ZoneRules>> rules = new HashMap<>();
    private final Map<String, String> spellings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** @param version of the tz database that the newest edition was taken from, as 2025a */
    public ZoneBook(int edition, String version, Collection<Entry> entries) {
        this.edition = edition;
        this.version = version;
        entries.forEach(entry -> {
            rules.computeIfAbsent(entry.zone(), zone -> new TreeMap<>()).put(entry.edition(), entry.rules());
            spellings.put(entry.zone(), entry.zone());
        });
    }

    public String version() {
        return version;
    }

    @Override
    public int edition() {
        return edition;
    }

    @Override
    public int editionOf(String zone) {
        NavigableMap<Integer, ZoneRules> editions = rules.get(zone);
        return editions == null ? FIRST_EDITION : editions.lastKey();
    }

    @Override
    public @Nullable ZoneRules rulesOf(String zone, int asOf) {
        NavigableMap<Integer, ZoneRules> editions = rules.get(zone);
        if (editions == null) {
            return null;
        }
        Map.Entry<Integer, ZoneRules> entry = editions.floorEntry(asOf);
        return (entry == null ? editions.firstEntry() : entry).getValue();
    }

    @Override
    public @Nullable String spellingOf(String text) {
        return spellings.get(text);
    }

    /**
     * Those of the given zones that are new here, or whose clocks go otherwise from an instant on. What differs only before
     * it moves no time that is still to come.
     */
    public Map<String, ZoneRules> changes(Map<String, ZoneRules> newer, Instant since) {
        Map<String, ZoneRules> changed = new HashMap<>();
        newer.forEach((zone, there) -> {
            ZoneRules here = rulesOf(zone, edition);
            if (here == null || !sameFrom(since, here, there)) {
                changed.put(zone, there);
            }
        });
        return changed;
    }

    static boolean sameFrom(Instant since, ZoneRules one, ZoneRules other) {
        if (!one.getOffset(since).equals(other.getOffset(since))
                || !one.getTransitionRules().equals(other.getTransitionRules())) {
            return false;
        }
        ZoneOffsetTransition change = one.nextTransition(since);
        ZoneOffsetTransition counterpart = other.nextTransition(since);
        while (change != null
                && change.equals(counterpart)
                && change.getInstant().isBefore(LISTED_TO)) {
            change = one.nextTransition(change.getInstant());
            counterpart = other.nextTransition(counterpart.getInstant());
        }
        return Objects.equals(change, counterpart);
    }
}
