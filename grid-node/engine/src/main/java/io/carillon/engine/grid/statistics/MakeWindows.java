package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Watermark;
import io.carillon.engine.statistics.SlidingWindows;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pools and owners over five minutes, told every ten seconds; jobs over an hour, told in the minute after one has run. */
final class MakeWindows extends AbstractProcessor {

    static final long WIDE_SIZE_MILLIS = 300_000;
    static final long WIDE_STEP_MILLIS = 10_000;
    static final long JOB_SIZE_MILLIS = 3_600_000;
    static final long JOB_STEP_MILLIS = 60_000;

    private static final int WIDE_KEYS_MAX = 5_000;
    private static final int JOBS_MAX = 50_000;

    private final SlidingWindows wide = new SlidingWindows(WIDE_SIZE_MILLIS, WIDE_STEP_MILLIS, WIDE_KEYS_MAX, false);
    private final SlidingWindows jobs = new SlidingWindows(JOB_SIZE_MILLIS, JOB_STEP_MILLIS, JOBS_MAX, true);
    private StatisticsTally tally = new StatisticsTally();
    private @Nullable Traverser<StatWindow> made;

    @Override
    protected void init(Context context) {
        tally = StatisticsTally.of(context.hazelcastInstance());
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        StatBatch batch = (StatBatch) item;
        batch.stats().forEach((key, stats) -> {
            SlidingWindows windows = key.kind() == StatKey.Kind.JOB ? jobs : wide;
            switch (windows.add(key, batch.atMillis(), stats)) {
                case TAKEN -> {}
                case LATE -> tally.late.increment();
                case NO_ROOM -> tally.noRoom.increment();
            }
        });
        return true;
    }

    /** Windows are the last that is told of time. */
    @Override
    public boolean tryProcessWatermark(Watermark watermark) {
        if (made == null) {
            List<StatWindow> windows = new ArrayList<>(wide.advance(watermark.timestamp()));
            windows.addAll(jobs.advance(watermark.timestamp()));
            made = Traversers.traverseIterable(windows);
        }
        if (!emitFromTraverser(made)) {
            return false;
        }
        made = null;
        return true;
    }
}
