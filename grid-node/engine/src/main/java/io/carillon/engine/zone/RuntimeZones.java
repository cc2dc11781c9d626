package io.carillon.engine.zone;

import io.carillon.domain.schedule.TimeZones;
import java.time.zone.ZoneRules;
import java.util.Map;

/**
 * The zone data that this member's JDK carries.
 *
 * @param version the release of the tz database, as 2025a; releases are in the order of their names
 */
public record RuntimeZones(String version, Map<String, ZoneRules> rules) {

    public RuntimeZones {
        rules = Map.copyOf(rules);
    }

    public static RuntimeZones ofJdk() {
        return new RuntimeZones(TimeZones.version(), TimeZones.all());
    }
}
