package io.carillon.member.wiring;

import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.alert.AlertEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what becomes of alerts, and now and then those that wait. */
final class AlertMeters implements AlertEvents {

    static final Duration COUNT_EVERY = Duration.ofSeconds(30);
    /** More than this is not counted. */
    private static final int WAITING_MAX = 1_000_000;

    private final Counter delivered;
    private final Counter givenUp;
    private final Counter dropped;
    private final Map<PostOutcome.Kind, Counter> failed = new EnumMap<>(PostOutcome.Kind.class);
    private final AtomicInteger waiting = new AtomicInteger();

    AlertMeters(MeterRegistry meters) {
        delivered = Counter.builder("carillon.alerts.delivered")
                .description("Alerts that an owner's webhook took")
                .register(meters);
        givenUp = Counter.builder("carillon.alerts.given.up")
                .description("Alerts that no try delivered for a week; the dead letters are still listed")
                .register(meters);
        dropped = Counter.builder("carillon.alerts.dropped")
                .description("Alerts of owners without a webhook")
                .register(meters);
        for (PostOutcome.Kind kind : PostOutcome.Kind.values()) {
            if (kind != PostOutcome.Kind.TAKEN) {
                failed.put(
                        kind,
                        Counter.builder("carillon.alerts.failed")
                                .description("Tries to deliver an alert that failed")
                                .tag("why", kind.name().toLowerCase(Locale.ROOT))
                                .register(meters));
            }
        }
        Gauge.builder("carillon.alerts.pending", waiting, AtomicInteger::get)
                .description("Alerts of the whole cluster that wait for delivery, as of the last count")
                .register(meters);
    }

    /** @return when to count again */
    Duration count(AlertStore store) {
        try {
            waiting.set(store.countWaiting(null, WAITING_MAX));
        } catch (StoreUnavailableException e) {
            // The number stays what it was; that the store is away is told by others.
            return COUNT_EVERY;
        }
        return COUNT_EVERY;
    }

    @Override
    public void delivered() {
        delivered.increment();
    }

    @Override
    public void failed(PostOutcome.Kind why) {
        Counter counter = failed.get(why);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void givenUp() {
        givenUp.increment();
    }

    @Override
    public void dropped(int alerts) {
        dropped.increment(alerts);
    }
}
