package io.carillon.engine.grid.statistics;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.ringbuffer.OverflowPolicy;
import com.hazelcast.ringbuffer.Ringbuffer;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statistics through Jet: each member puts a batch a second into a ring, one job of the cluster makes windows of them, a map has the
 * newest of each. Nothing here is needed to run jobs; whatever fails is counted, and all of it comes back by itself. Thread-safe.
 */
public final class GridStatistics implements StatisticsBoard {

    private static final Logger log = LoggerFactory.getLogger(GridStatistics.class);

    /** Batches that the ring has not confirmed. */
    private static final int UNDER_WAY_MAX = 4;

    private final HazelcastInstance grid;
    private final boolean on;
    private final StatisticsTally tally = new StatisticsTally();
    private final AtomicInteger underWay = new AtomicInteger();

    /** @param on whether this member has Jet */
    public GridStatistics(HazelcastInstance grid, boolean on, MeterRegistry meters) {
        this.grid = grid;
        this.on = on;
        if (on) {
            tally.show(grid);
            count(meters, "batches", "outcome", "published", "Batches of events put into the ring", tally.published);
            count(meters, "batches", "outcome", "dropped", "Batches of events put into the ring", tally.unpublished);
            String leftOut = "Events, by pool, owner and job, that are in no window";
            count(meters, "left.out", "why", "late", leftOut, tally.late);
            count(meters, "left.out", "why", "no_room", leftOut, tally.noRoom);
            String unread = "Batches that the job did not get to read";
            count(meters, "unread", "why", "overwritten", unread, tally.overwritten);
            count(meters, "unread", "why", "form", unread, tally.unreadable);
            count(meters, "windows", "outcome", "written", "Windows that the job on this member made", tally.windows);
            count(meters, "windows", "outcome", "dropped", "Windows that the job on this member made", tally.unwritten);
        }
    }

    private static void count(
            MeterRegistry meters, String name, String tag, String value, String what, LongAdder counted) {
        FunctionCounter.builder("carillon.statistics." + name, counted, LongAdder::doubleValue)
                .tag(tag, value)
                .description(what)
                .register(meters);
    }

    /** Never blocks; drops the batch while earlier ones are not confirmed. */
    public void publish(StatBatch batch) {
        if (!on) {
            return;
        }
        if (underWay.get() >= UNDER_WAY_MAX) {
            tally.unpublished.increment();
            return;
        }
        underWay.incrementAndGet();
        try {
            Ringbuffer<byte[]> ring = grid.getRingbuffer(ReadBatches.RING);
            var unused = ring.addAsync(batch.toBytes(), OverflowPolicy.OVERWRITE)
                    .whenComplete((sequence, failure) -> {
                        underWay.decrementAndGet();
                        (failure == null ? tally.published : tally.unpublished).increment();
                    });
        } catch (HazelcastException | IllegalStateException e) {
            underWay.decrementAndGet();
            tally.unpublished.increment();
            log.debug("a batch of statistics was not published", e);
        }
    }

    /** Makes sure that the cluster has the job, if this is the oldest member. Blocks for a call to itself. */
    public void keepJob() {
        if (!on || !grid.getLifecycleService().isRunning()) {
            return;
        }
        Member oldest = grid.getCluster().getMembers().iterator().next();
        if (!oldest.localMember()) {
            return;
        }
        try {
            var unused = grid.getJet().newJobIfAbsent(StatisticsPipeline.dag(), StatisticsPipeline.config());
        } catch (RuntimeException e) {
            // A member without Jet, a cluster that is changing: there is another look in a moment.
            log.info("statistics have no job yet: {}", e.toString());
        }
    }

    @Override
    public boolean on() {
        return on;
    }

    @Override
    public Optional<StatWindow> find(StatKey key) {
        if (!on) {
            return Optional.empty();
        }
        try {
            IMap<String, byte[]> map = grid.getMap(WriteWindows.MAP);
            byte[] found = map.get(key.text());
            return Optional.ofNullable(found).map(StatWindow::read);
        } catch (HazelcastException | IllegalStateException | IllegalArgumentException e) {
            log.debug("statistics of {} cannot be read", key, e);
            return Optional.empty();
        }
    }
}
