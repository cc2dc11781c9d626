package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.map.IMap;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Puts windows where they are read, a bounded number at a time. An entry that gets no newer one ends by itself. */
final class WriteWindows extends AbstractProcessor {

    static final String MAP = "statistics";

    private static final int UNDER_WAY_MAX = 64;
    /** What has had nothing for a whole window is told no more, so its last one ends soon. */
    private static final long WIDE_SECONDS_TO_LIVE = 60;

    private static final long JOB_SECONDS_TO_LIVE = MakeWindows.JOB_SIZE_MILLIS / 1_000;
    /** Told in every step, so that it ends soon after the job. */
    private static final long JOB_OTHERS_SECONDS_TO_LIVE = 180;

    private final AtomicInteger underWay = new AtomicInteger();
    private @Nullable IMap<String, byte[]> map;
    private @Nullable StatisticsTally tally;

    @Override
    protected void init(Context context) {
        map = context.hazelcastInstance().getMap(MAP);
        tally = StatisticsTally.of(context.hazelcastInstance());
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        IMap<String, byte[]> into = map;
        StatisticsTally counted = tally;
        if (into == null || counted == null) {
            throw new IllegalStateException("not initialised");
        }
        if (underWay.get() >= UNDER_WAY_MAX) {
            return false;
        }
        underWay.incrementAndGet();
        StatWindow window = (StatWindow) item;
        var unused = into.setAsync(window.key().text(), window.toBytes(), secondsToLive(window.key()), TimeUnit.SECONDS)
                .whenComplete((nothing, failure) -> {
                    underWay.decrementAndGet();
                    (failure == null ? counted.windows : counted.unwritten).increment();
                });
        return true;
    }

    private static long secondsToLive(StatKey key) {
        if (key.kind() != StatKey.Kind.JOB) {
            return WIDE_SECONDS_TO_LIVE;
        }
        return key.isOthers() ? JOB_OTHERS_SECONDS_TO_LIVE : JOB_SECONDS_TO_LIVE;
    }
}
