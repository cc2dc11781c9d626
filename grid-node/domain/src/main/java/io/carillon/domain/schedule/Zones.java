package io.carillon.domain.schedule;

import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * The clock changes of the time zones that schedules may name, by edition: governments change them, and a job is planned by
 * those that were known when it was planned last. Thread-safe; what was said of an edition stays so.
 */
public interface Zones {

    /** The rules that were known first; a job that says nothing else is planned by them. */
    int FIRST_EDITION = 1;

    /** The newest edition known here. */
    int edition();

    /** The newest edition in which the rules of this zone are others than in the one before. */
    int editionOf(String zone);

    /** The rules of a zone as of an edition, or null for a name that is none. Of an edition not known here, the newest. */
    @Nullable
    ZoneRules rulesOf(String zone, int edition);

    /** The name that differs from the given text only in the case of letters, or null. */
    @Nullable
    String spellingOf(String text);

    /** Those of the JDK, in one edition. */
    Zones OF_RUNTIME = new Zones() {
        @Override
        public int edition() {
            return FIRST_EDITION;
        }

        @Override
        public int editionOf(String zone) {
            return FIRST_EDITION;
        }

        @Override
        public @Nullable ZoneRules rulesOf(String zone, int edition) {
            return TimeZones.rulesOf(zone);
        }

        @Override
        public @Nullable String spellingOf(String text) {
            return TimeZones.spellingOf(text);
        }
    };
}
