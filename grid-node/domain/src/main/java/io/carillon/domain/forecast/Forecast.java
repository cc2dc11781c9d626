package io.carillon.domain.forecast;

import io.carillon.domain.id.Shards;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What falls due in the coming minutes over all shards, by pool.
 *
 * @param from the beginning of the first minute, which is under way
 * @param countedAt when the shard that was counted longest ago was; null: none was
 * @param shards that were counted
 * @param unreadable jobs that are in none of the counts, since what is stored of them cannot be read
 */
public record Forecast(
        Instant from, int minutes, @Nullable Instant countedAt, int shards, long unreadable, List<PoolForecast> pools) {

    public Forecast {
        pools = List.copyOf(pools);
    }

    /** Whether all shards are in it with all their jobs. */
    public boolean complete() {
        return shards == Shards.COUNT && unreadable == 0;
    }

    /** The same of one pool alone. */
    public Forecast of(PoolForecast pool) {
        return new Forecast(from, minutes, countedAt, shards, unreadable, List.of(pool));
    }

    /** @param due by minute, all of them */
    public record PoolForecast(String pool, List<Long> due, long open) {

        public PoolForecast {
            due = List.copyOf(due);
        }
    }

    private static final class Sum {
        final long[] due;
        long open;

        Sum(int minutes) {
            due = new long[minutes];
        }
    }

    /** Minutes that have passed since a shard was counted are left out; those it did not look at have none. */
    public static Forecast of(Collection<ShardOutlook> shards, Instant now, int minutes) {
        Instant from = now.truncatedTo(ChronoUnit.MINUTES);
        Instant oldest = null;
        long unreadable = 0;
        Map<String, Sum> sums = new TreeMap<>();
        for (ShardOutlook shard : shards) {
            oldest = oldest == null || shard.countedAt().isBefore(oldest) ? shard.countedAt() : oldest;
            unreadable += shard.unreadable();
            int offset = (int) Duration.between(shard.from(), from).toMinutes();
            shard.pools().forEach((pool, outlook) -> {
                Sum sum = sums.computeIfAbsent(pool, name -> new Sum(minutes));
                sum.open += outlook.open();
                for (int minute = 0; minute < minutes; minute++) {
                    sum.due[minute] += outlook.dueIn(minute + offset);
                }
            });
        }
        List<PoolForecast> pools = new ArrayList<>();
        sums.forEach((pool, sum) -> pools.add(new PoolForecast(pool, listOf(sum.due), sum.open)));
        return new Forecast(from, minutes, oldest, shards.size(), unreadable, pools);
    }

    /** Of all pools together, by minute. */
    public List<Long> due() {
        long[] due = new long[minutes];
        for (PoolForecast pool : pools) {
            for (int minute = 0; minute < minutes; minute++) {
                due[minute] += pool.due().get(minute);
            }
        }
        return listOf(due);
    }

    private static List<Long> listOf(long[] counts) {
        List<Long> list = new ArrayList<>(counts.length);
        for (long count : counts) {
            list.add(count);
        }
        return list;
    }
}
