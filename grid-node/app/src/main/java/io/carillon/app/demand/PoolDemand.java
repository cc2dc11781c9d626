package io.carillon.app.demand;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.watch.WatchStore;
import io.carillon.member.wiring.PoolLabels;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts, every few seconds and for the whole cluster, how many slots each pool could use within the warm-up time of a worker:
 * what is at work, waits, or falls due by then. A pool that was seen once stays, with 0, so that an autoscaler does not
 * take its end for an outage.
 */
public final class PoolDemand implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PoolDemand.class);

    /** From the decision to start a worker until it takes work. */
    static final Duration WARM_UP = Duration.ofSeconds(60);

    static final Duration PAUSE = Duration.ofSeconds(15);
    /** 512,000 at most in all: no fleet is that large. */
    private static final int PER_SHARD = 2_000;

    /** Each is one series, for as long as the member runs. */
    private static final int POOLS_MAX = 1_000;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final WatchStore store;
    private final MeterRegistry meters;
    private final Duration pause;
    private final PoolLabels labels = new PoolLabels(POOLS_MAX);
    private final Map<String, Long> demand = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private PoolDemand(WatchStore store, MeterRegistry meters, Duration pause) {
        this.store = store;
        this.meters = meters;
        this.pause = pause;
        this.thread = new Thread(this::run, "carillon-demand");
        thread.setDaemon(true);
    }

    public static PoolDemand start(WatchStore store, MeterRegistry meters) {
        return start(store, meters, PAUSE);
    }

    static PoolDemand start(WatchStore store, MeterRegistry meters, Duration pause) {
        PoolDemand counting = new PoolDemand(store, meters, pause);
        counting.thread.start();
        return counting;
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            do {
                countSafely();
            } while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            log.debug("{} ends", thread.getName());
        }
    }

    private void countSafely() {
        try {
            Map<String, Long> now = new HashMap<>();
            store.demand(store.now().plus(WARM_UP), PER_SHARD)
                    .forEach((pool, slots) -> now.merge(labels.of(pool), slots, Long::sum));
            demand.replaceAll((pool, before) -> now.getOrDefault(pool, 0L));
            now.forEach((pool, slots) -> {
                if (demand.put(pool, slots) == null) {
                    show(pool);
                }
            });
        } catch (StoreUnavailableException e) {
            // The numbers stay what they were: workers that stop for an outage are missing after it.
            log.debug("demand was not counted", e);
        } catch (RuntimeException e) {
            log.error("demand could not be counted, trying again in {}", pause, e);
        }
    }

    private void show(String pool) {
        Gauge.builder("carillon.pool.demand", demand, all -> (double) all.getOrDefault(pool, 0L))
                .description(
                        "Slots that a pool of the cluster could use within a minute: runs at work, waiting and falling due")
                .tag("pool", pool)
                .register(meters);
    }
}
