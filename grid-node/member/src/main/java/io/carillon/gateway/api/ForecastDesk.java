package io.carillon.gateway.api;

import io.carillon.domain.forecast.Forecast;
import io.carillon.domain.forecast.Forecast.PoolForecast;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.domain.forecast.WorkersFor;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.forecast.ForecastCounter;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What falls due in the coming hour, as the doors tell it. May ask other members; thread-safe. */
public final class ForecastDesk {

    /** The hour. */
    public static final int MINUTES_MAX = ForecastCounter.MINUTES_MAX;

    /** Of a pool whose runs nobody has seen end yet. */
    static final Duration MEAN_ASSUMED = Duration.ofSeconds(5);

    /**
     * What runs of a pool take.
     *
     * @param meanDuration of an attempt; null: none is known to have ended
     * @param slots of a worker of it
     */
    public record Load(@Nullable Duration meanDuration, int slots) {}

    /** Where that is known. May ask other members, once for all pools. */
    public interface Loads {

        /** Of each of these pools. */
        Map<String, Load> of(Set<String> pools);
    }

    /**
     * @param meanDuration null: assumed
     * @param workers that it takes in the worst of the minutes
     */
    public record PoolNeed(PoolForecast forecast, @Nullable Duration meanDuration, int slots, long workers) {}

    /** @param workers of all pools, each at its own worst minute */
    public record Outlook(Forecast forecast, List<PoolNeed> pools, long workers) {

        public Outlook {
            pools = List.copyOf(pools);
        }
    }

    private final Supplier<Collection<ShardOutlook>> shards;
    private final Loads loads;
    private final TimeSource time;

    public ForecastDesk(Supplier<Collection<ShardOutlook>> shards, Loads loads, TimeSource time) {
        this.shards = shards;
        this.loads = loads;
        this.time = time;
    }

    /** @param pool null: all that have something in store */
    public Outlook forecast(@Nullable String pool, int minutes) {
        Forecast all = Forecast.of(shards.get(), time.now(), minutes);
        Forecast asked = pool == null ? all : only(all, pool);
        Map<String, Load> known =
                loads.of(asked.pools().stream().map(PoolForecast::pool).collect(Collectors.toSet()));
        List<PoolNeed> needs = asked.pools().stream()
                .map(each -> need(each, Objects.requireNonNull(known.get(each.pool()))))
                .toList();
        return new Outlook(
                asked, needs, needs.stream().mapToLong(PoolNeed::workers).sum());
    }

    /** A pool without anything to come is a pool all the same. */
    private static Forecast only(Forecast all, String pool) {
        PoolForecast found = all.pools().stream()
                .filter(each -> each.pool().equals(pool))
                .findFirst()
                .orElseGet(() -> new PoolForecast(pool, Collections.nCopies(all.minutes(), 0L), 0));
        return all.of(found);
    }

    private static PoolNeed need(PoolForecast forecast, Load load) {
        Duration mean = load.meanDuration();
        long workers =
                WorkersFor.count(forecast.due(), forecast.open(), mean == null ? MEAN_ASSUMED : mean, load.slots());
        return new PoolNeed(forecast, mean, load.slots(), workers);
    }
}
