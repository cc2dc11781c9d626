package io.carillon.app.wiring;

import io.carillon.gateway.access.AccessEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts calls that were turned away at a door. */
final class AccessMeters implements AccessEvents {

    private final Map<Reason, Counter> counters = new EnumMap<>(Reason.class);

    AccessMeters(MeterRegistry meters) {
        for (Reason reason : Reason.values()) {
            counters.put(
                    reason,
                    Counter.builder("carillon.access.refused")
                            .description("Calls that were turned away for their key, or for lack of one")
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(meters));
        }
    }

    @Override
    public void turnedAway(Reason reason) {
        Counter counter = counters.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }
}
