package io.carillon.engine.statistics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up statistics over a span of time that slides on in steps, by the time that events carry and not by any clock: events
 * fall into panes of a step's length, and a window is the sum of its panes. A pane is closed once a watermark has passed its end; what
 * comes for it then is late and left out.
 *
 * <p>The number of keys is bounded: beyond it new ones are turned away, until others have had nothing for a whole window. For one
 * thread.
 */
public final class SlidingWindows {

    /** What became of an event. */
    public enum Verdict {
        TAKEN,
        LATE,
        NO_ROOM
    }

    private static final Comparator<StatKey> ORDER =
            Comparator.comparing(StatKey::kind).thenComparing(StatKey::name);

    private record Pane(long startMillis, RunStats stats) {}

    private final long sizeMillis;
    private final long stepMillis;
    private final int keysMax;
    private final boolean onlyChanged;
    private final Map<StatKey, Deque<Pane>> panes;
    private long closedMillis = Long.MIN_VALUE;

    /**
     * @param sizeMillis a multiple of the step
     * @param onlyChanged true: a window is told only when its newest pane has something in it; false: as long as any has
     */
    public SlidingWindows(long sizeMillis, long stepMillis, int keysMax, boolean onlyChanged) {
        if (stepMillis <= 0 || sizeMillis <= 0 || sizeMillis % stepMillis != 0) {
            throw new IllegalArgumentException("a window of " + sizeMillis + " ms in steps of " + stepMillis + " ms");
        }
        this.sizeMillis = sizeMillis;
        this.stepMillis = stepMillis;
        this.keysMax = keysMax;
        this.onlyChanged = onlyChanged;
        this.panes = new TreeMap<>(ORDER);
    }

    public Verdict add(StatKey key, long atMillis, RunStats stats) {
        long start = Math.floorDiv(atMillis, stepMillis) * stepMillis;
        if (start + stepMillis <= closedMillis) {
            return Verdict.LATE;
        }
        Deque<Pane> ofKey = panes.get(key);
        if (ofKey == null) {
            if (panes.size() >= keysMax) {
                return Verdict.NO_ROOM;
            }
            ofKey = new ArrayDeque<>();
            panes.put(key, ofKey);
        }
        pane(ofKey, start).add(stats);
        return Verdict.TAKEN;
    }

    /**
     * Nothing older than this comes any more, but for what is late.
     *
     * @return the newest window of each key that has one to tell; none if no pane was closed
     */
    public List<StatWindow> advance(long watermarkMillis) {
        long end = Math.floorDiv(watermarkMillis, stepMillis) * stepMillis;
        if (end <= closedMillis) {
            return List.of();
        }
        long before = closedMillis;
        closedMillis = end;
        List<StatWindow> windows = new ArrayList<>();
        Iterator<Map.Entry<StatKey, Deque<Pane>>> keys = panes.entrySet().iterator();
        while (keys.hasNext()) {
            Map.Entry<StatKey, Deque<Pane>> each = keys.next();
            Deque<Pane> ofKey = each.getValue();
            while (!ofKey.isEmpty() && ofKey.getFirst().startMillis() < end - sizeMillis) {
                ofKey.removeFirst();
            }
            RunStats sum = new RunStats();
            boolean any = false;
            boolean changed = false;
            for (Pane pane : ofKey) {
                if (pane.startMillis() < end) {
                    sum.add(pane.stats());
                    any = true;
                    changed |= pane.startMillis() + stepMillis > before;
                }
            }
            if (onlyChanged ? changed : any) {
                windows.add(new StatWindow(each.getKey(), end, sizeMillis, sum));
            }
            if (ofKey.isEmpty()) {
                keys.remove();
            }
        }
        return windows;
    }

    /** Panes are few and come nearly in order. */
    private static RunStats pane(Deque<Pane> ofKey, long start) {
        Deque<Pane> later = new ArrayDeque<>();
        while (!ofKey.isEmpty() && ofKey.getLast().startMillis() > start) {
            later.addFirst(ofKey.removeLast());
        }
        if (ofKey.isEmpty() || ofKey.getLast().startMillis() < start) {
            ofKey.addLast(new Pane(start, new RunStats()));
        }
        RunStats found = ofKey.getLast().stats();
        ofKey.addAll(later);
        return found;
    }
}
