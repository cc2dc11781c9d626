package io.carillon.engine.statistics;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long a pool's attempts take on average, as this member has seen it lately. Jobs are spread over members by chance, so one
 * member's runs tell about all. Thread-safe.
 */
public final class PoolDurations {

    /** What came a thousand attempts ago counts for a third. */
    private static final double MEMORY = 1_000;
    /** Whoever makes jobs may name any; of what comes later nothing is known here. */
    private static final int POOLS_MAX = 1_000;

    private record Mean(double weight, double micros) {

        Mean with(long count, double meanMicros) {
            double kept = weight * Math.exp(-count / MEMORY);
            double all = kept + count;
            return new Mean(all, (micros * kept + meanMicros * count) / all);
        }
    }

    private static final Mean NOTHING = new Mean(0, 0);

    private final Map<String, Mean> means = new ConcurrentHashMap<>();

    public void add(StatBatch batch) {
        batch.stats().forEach((key, stats) -> {
            Histogram duration = stats.duration();
            if (key.kind() == StatKey.Kind.POOL && !key.isOthers() && duration.total() > 0 && hasRoom(key.name())) {
                double mean = (double) duration.sumMicros() / duration.total();
                means.compute(
                        key.name(), (pool, before) -> (before == null ? NOTHING : before).with(duration.total(), mean));
            }
        });
    }

    private boolean hasRoom(String pool) {
        return means.containsKey(pool) || means.size() < POOLS_MAX;
    }

    /** Empty while none has ended here. */
    public Optional<Duration> mean(String pool) {
        return Optional.ofNullable(means.get(pool)).map(mean -> Duration.ofNanos((long) (mean.micros() * 1_000)));
    }
}
