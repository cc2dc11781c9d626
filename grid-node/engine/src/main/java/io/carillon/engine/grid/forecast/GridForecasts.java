package io.carillon.engine.grid.forecast;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.domain.id.Shards;
import io.carillon.engine.forecast.ForecastBoard;
import io.carillon.engine.forecast.OutlookBytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The board as a map with an entry a shard. An entry that nobody renews ends by itself. */
public final class GridForecasts implements ForecastBoard {

    public static final String MAP = "forecast";

    private static final Logger log = LoggerFactory.getLogger(GridForecasts.class);

    /** Longer than the slowest round over millions of jobs. */
    private static final long SECONDS_TO_LIVE = 1_200;

    private static final Set<Integer> SHARDS =
            IntStream.range(0, Shards.COUNT).boxed().collect(Collectors.toUnmodifiableSet());

    private final HazelcastInstance grid;

    public GridForecasts(HazelcastInstance grid) {
        this.grid = grid;
    }

    @Override
    public void show(Collection<ShardOutlook> outlooks) {
        try {
            IMap<Integer, byte[]> map = grid.getMap(MAP);
            for (ShardOutlook outlook : outlooks) {
                var unused = map.setAsync(outlook.shard(), OutlookBytes.of(outlook), SECONDS_TO_LIVE, TimeUnit.SECONDS);
            }
        } catch (HazelcastException | IllegalStateException e) {
            log.debug("the forecast was not shown", e);
        }
    }

    /** Empty on the smaller side of a split, and when the grid has ended. */
    @Override
    public Collection<ShardOutlook> all() {
        try {
            IMap<Integer, byte[]> map = grid.getMap(MAP);
            List<ShardOutlook> outlooks = new ArrayList<>();
            map.getAll(SHARDS).values().forEach(bytes -> read(bytes, outlooks));
            return outlooks;
        } catch (HazelcastException | IllegalStateException e) {
            log.debug("the forecast cannot be read", e);
            return List.of();
        }
    }

    private static void read(byte[] bytes, List<ShardOutlook> into) {
        try {
            into.add(OutlookBytes.read(bytes));
        } catch (IllegalArgumentException e) {
            log.debug("another build shows another form", e);
        }
    }
}
