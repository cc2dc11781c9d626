package io.carillon.engine.grid.statistics;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.ringbuffer.OverflowPolicy;
import com.hazelcast.ringbuffer.Ringbuffer;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
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

    /**
     * What all members together put into the ring in a second, so that its five minutes and a half take no more than some 66 MB; with very many
     * members its number of batches is the bound.
     */
    private static final int BYTES_PER_SECOND = 200_000;

    private static final int BATCH_BYTES_LEAST = 8_000;

    /** Shown to the other members. Not among the terms, by which members are refused that differ. */
    private static final String ATTRIBUTE = "carillon-jet";

    private final HazelcastInstance grid;
    private final boolean on;
    private final StatisticsTally tally;
    private final AtomicInteger underWay = new AtomicInteger();
    private int withoutJet;

    /**
     * @param on whether this member has Jet
     * @param time that members share
     */
    public GridStatistics(HazelcastInstance grid, boolean on, TimeSource time, MeterRegistry meters) {
        this.grid = grid;
        this.on = on;
        this.tally = new StatisticsTally(() -> time.now().toEpochMilli());
        if (on) {
            tally.show(grid);
            count(meters, "batches", "outcome", "published", "Batches of events put into the ring", tally.published);
            count(meters, "batches", "outcome", "dropped", "Batches of events put into the ring", tally.unpublished);
            String leftOut = "Events, by pool, owner and job, that are in no window";
            count(meters, "left.out", "why", "late", leftOut, tally.late);
            count(meters, "left.out", "why", "ahead", leftOut, tally.ahead);
            String together = "Events, by pool, owner and job, that are counted together for want of room";
            count(meters, "together", "why", "no_room", together, tally.noRoom);
            count(meters, "together", "why", "batch_bytes", together, tally.batchBytes);
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

    /** Lets other members know that this one has Jet. */
    public static void show(Config config) {
        config.getMemberAttributeConfig().setAttribute(ATTRIBUTE, "on");
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
            int members = grid.getCluster().getMembers().size();
            StatBatch fitted = batch.fitted(Math.max(BATCH_BYTES_LEAST, BYTES_PER_SECOND / members));
            tally.batchBytes.add(fitted.together() - batch.together());
            var unused = ring.addAsync(fitted.toBytes(), OverflowPolicy.OVERWRITE)
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

    /**
     * Makes sure that the cluster has the job, if this is the oldest member and all have Jet: else it would be begun and fail on the others,
     * again and again. Blocks for a call to itself. For one thread.
     */
    public void keepJob() {
        if (!on || !grid.getLifecycleService().isRunning()) {
            return;
        }
        Set<Member> members = grid.getCluster().getMembers();
        if (!members.iterator().next().localMember() || !allHaveJet(members)) {
            return;
        }
        try {
            var unused = grid.getJet().newJobIfAbsent(StatisticsPipeline.dag(), StatisticsPipeline.config());
        } catch (RuntimeException e) {
            // A cluster that is changing: there is another look in a moment.
            log.info("statistics have no job yet: {}", e.toString());
        }
    }

    private boolean allHaveJet(Set<Member> members) {
        int without = (int) members.stream()
                .filter(member -> member.getAttribute(ATTRIBUTE) == null)
                .count();
        if (without != withoutJet) {
            log.info(
                    "statistics members_without_jet={} of {}; windows are made while there is none",
                    without,
                    members.size());
            withoutJet = without;
        }
        return without == 0;
    }

    @Override
    public boolean on() {
        return on;
    }

    @Override
    public Map<StatKey, StatWindow> find(Set<StatKey> keys) {
        if (!on) {
            return Map.of();
        }
        try {
            IMap<String, byte[]> map = grid.getMap(WriteWindows.MAP);
            Set<String> texts = keys.stream().map(StatKey::text).collect(Collectors.toSet());
            Map<StatKey, StatWindow> found = new HashMap<>();
            map.getAll(texts).values().forEach(bytes -> read(bytes, found));
            return found;
        } catch (HazelcastException | IllegalStateException e) {
            log.debug("statistics of {} cannot be read", keys, e);
            return Map.of();
        }
    }

    private static void read(byte[] bytes, Map<StatKey, StatWindow> into) {
        try {
            StatWindow window = StatWindow.read(bytes);
            into.put(window.key(), window);
        } catch (IllegalArgumentException e) {
            log.debug("another build makes windows of another form", e);
        }
    }
}
