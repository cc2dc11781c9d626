package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import io.carillon.engine.statistics.SlidingWindows;
import io.carillon.engine.statistics.SlidingWindows.Bounds;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatKey.Kind;
import io.carillon.engine.statistics.StatWindow;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pools and owners over five minutes, told every ten seconds; jobs over an hour, told in the minute after one has run. Each kind has memory of
 * its own, so that many jobs take none from pools: 112 MB together.
 */
final class MakeWindows extends AbstractProcessor {

    static final long WIDE_SIZE_MILLIS = 300_000;
    static final long WIDE_STEP_MILLIS = 10_000;
    static final long JOB_SIZE_MILLIS = 3_600_000;
    static final long JOB_STEP_MILLIS = 60_000;

    private static final int MB = 1_000_000;
    private static final Bounds POOLS = new Bounds(1_000, 30_000, 16 * MB);
    private static final Bounds OWNERS = new Bounds(5_000, 100_000, 32 * MB);
    private static final Bounds JOBS = new Bounds(20_000, 200_000, 64 * MB);

    private final SlidingWindows pools =
            new SlidingWindows(Kind.POOL, WIDE_SIZE_MILLIS, WIDE_STEP_MILLIS, POOLS, false);
    private final SlidingWindows owners =
            new SlidingWindows(Kind.OWNER, WIDE_SIZE_MILLIS, WIDE_STEP_MILLIS, OWNERS, false);
    private final SlidingWindows jobs = new SlidingWindows(Kind.JOB, JOB_SIZE_MILLIS, JOB_STEP_MILLIS, JOBS, true);
    private final List<SlidingWindows> all = List.of(pools, owners, jobs);
    private @Nullable StatisticsTally tally;
    private @Nullable Traverser<StatWindow> made;

    @Override
    protected void init(Context context) {
        tally = StatisticsTally.of(context.hazelcastInstance());
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        if (item instanceof TimeCame time) {
            return tell(time.millis());
        }
        if (item instanceof Begins begins) {
            all.forEach(windows -> windows.begin(begins.atMillis()));
        } else {
            StatBatch batch = (StatBatch) item;
            batch.stats().forEach((key, stats) -> {
                switch (of(key).add(key, batch.atMillis(), stats)) {
                    case TAKEN -> {}
                    case TOGETHER -> counted().noRoom.add(stats.events());
                    case LATE -> counted().late.add(stats.events());
                }
            });
        }
        return true;
    }

    /** @return false: not all could be handed on yet, to be called again before anything else */
    private boolean tell(long millis) {
        if (made == null) {
            List<Iterator<StatWindow>> told =
                    all.stream().map(windows -> windows.advance(millis)).toList();
            made = Traversers.traverseIterable(told).flatMap(Traversers::traverseIterator);
        }
        if (!emitFromTraverser(made)) {
            return false;
        }
        made = null;
        return true;
    }

    private SlidingWindows of(StatKey key) {
        return switch (key.kind()) {
            case POOL -> pools;
            case OWNER -> owners;
            case JOB -> jobs;
        };
    }

    private StatisticsTally counted() {
        StatisticsTally found = tally;
        if (found == null) {
            throw new IllegalStateException("not initialised");
        }
        return found;
    }
}
