package io.carillon.member.wiring;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.store.ZoneStore;
import io.carillon.engine.zone.AgreedZones;
import io.carillon.engine.zone.RuntimeZones;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the rules of time zones that this member plans by those of the cluster, and says how far planning anew has come. */
final class ZoneWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ZoneWatch.class);

    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration AGREE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(10);

    private final AgreedZones zones;
    private final StepThread looking;

    private ZoneWatch(AgreedZones zones, MeterRegistry meters) {
        this.zones = zones;
        Gauge.builder("carillon.zones.edition", zones, AgreedZones::edition)
                .description("Edition of the time zones' rules that this member knows as the newest")
                .register(meters);
        Gauge.builder(
                        "carillon.zones.shards.behind",
                        zones,
                        all -> all.standing().shardsBehind())
                .description(
                        "Shards of the cluster with jobs that may still be planned by older rules of their time zones")
                .register(meters);
        Gauge.builder("carillon.zones.runtime.behind", zones, all -> all.isBehind() ? 1 : 0)
                .description("1 if this member's JDK has an older tz database than the cluster plans by")
                .register(meters);
        this.looking = StepThread.start("carillon-zones", EVERY, this::look);
    }

    /** Reads what the cluster plans by, and adds to it what this JDK knows better; blocks. */
    static AgreedZones agree(ZoneStore store, Instant now) {
        try {
            return AgreedZones.open(store, RuntimeZones.ofJdk(), now)
                    .get(AGREE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while the rules of time zones were read", e);
        } catch (ExecutionException | TimeoutException e) {
            throw e.getCause() instanceof StoreUnavailableException cause
                    ? cause
                    : new StoreUnavailableException("the rules of time zones could not be agreed on: " + e, e);
        }
    }

    static ZoneWatch start(AgreedZones zones, MeterRegistry meters) {
        return new ZoneWatch(zones, meters);
    }

    @Override
    public void close() {
        looking.close();
    }

    private Duration look() {
        try {
            zones.lookAround().get(LOOK_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | StoreUnavailableException e) {
            log.debug("rules of time zones could not be compared, trying again in {}", EVERY, e);
        }
        return EVERY;
    }
}
