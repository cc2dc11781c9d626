package io.carillon.engine.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds up statistics of one kind over a span of time that slides on in steps, by the time that events carry and not by any clock: events
 * fall into panes of a step's length, and a window is the sum of its panes. A pane is closed once a watermark has passed its end; what
 * comes for it then is late and left out.
 *
 * <p>What it keeps is bounded, in keys, panes and bytes. What there is no room for is counted together, as the others of the kind, and each
 * window says how much that was within its span. For one thread.
 */
public final class SlidingWindows {

    /** What became of events. */
    public enum Verdict {
        TAKEN,
        /** Among the others. */
        TOGETHER,
        LATE
    }

    /** @param bytesMax of the heap, about; the others' panes come on top, and the last pane that still grew */
    public record Bounds(int keysMax, int panesMax, long bytesMax) {}

    private static final Comparator<StatKey> ORDER =
            Comparator.comparing(StatKey::kind).thenComparing(StatKey::name);

    /** Of the heap, about: a key with its text, its entry and its list; and a pane with its place in the list. */
    private static final int KEY_BYTES = 250;

    private static final int PANE_BYTES = 40;

    private record Pane(long startMillis, RunStats stats) {}

    private final StatKey.Kind kind;
    private final long sizeMillis;
    private final long stepMillis;
    private final Bounds bounds;
    private final boolean onlyChanged;
    private final Map<StatKey, List<Pane>> panes = new TreeMap<>(ORDER);
    private final List<Pane> others = new ArrayList<>();
    private int paneCount;
    private long bytes;
    private long beginMillis = Long.MIN_VALUE;
    private long closedMillis = Long.MIN_VALUE;

    /**
     * @param sizeMillis a multiple of the step
     * @param onlyChanged true: a window is told only when its newest pane has something in it; false: as long as any has
     */
    public SlidingWindows(StatKey.Kind kind, long sizeMillis, long stepMillis, Bounds bounds, boolean onlyChanged) {
        if (stepMillis <= 0 || sizeMillis <= 0 || sizeMillis % stepMillis != 0) {
            throw new IllegalArgumentException("a window of " + sizeMillis + " ms in steps of " + stepMillis + " ms");
        }
        this.kind = kind;
        this.sizeMillis = sizeMillis;
        this.stepMillis = stepMillis;
        this.bounds = bounds;
        this.onlyChanged = onlyChanged;
    }

    /** Nothing is known of what was before: windows reach back to this time at most. Forgets what it has. */
    public void begin(long atMillis) {
        panes.clear();
        others.clear();
        paneCount = 0;
        bytes = 0;
        beginMillis = atMillis;
        closedMillis = Long.MIN_VALUE;
    }

    /** Of the heap, about, without the others. */
    public long heapBytes() {
        return bytes;
    }

    public Verdict add(StatKey key, long atMillis, RunStats stats) {
        long start = Math.floorDiv(atMillis, stepMillis) * stepMillis;
        if (start + stepMillis <= closedMillis) {
            return Verdict.LATE;
        }
        if (key.isOthers()) {
            pane(others, start).stats().add(stats);
            return Verdict.TAKEN;
        }
        if (bytes >= bounds.bytesMax() || !hasRoom(panes.get(key), start)) {
            pane(others, start).stats().add(stats);
            return Verdict.TOGETHER;
        }
        addTo(key, start, stats);
        return Verdict.TAKEN;
    }

    /**
     * Nothing older than this comes any more, but for what is late.
     *
     * @return the newest window of each key that has one to tell, and that of the others, which always has; none if no pane was closed. They
     *     are added up one by one: to be gone through before the next call of anything here
     */
    public Iterator<StatWindow> advance(long watermarkMillis) {
        long end = Math.floorDiv(watermarkMillis, stepMillis) * stepMillis;
        if (end <= closedMillis) {
            return Collections.emptyIterator();
        }
        long before = closedMillis;
        closedMillis = end;
        List<StatKey> told = new ArrayList<>();
        Iterator<Map.Entry<StatKey, List<Pane>>> keys = panes.entrySet().iterator();
        while (keys.hasNext()) {
            Map.Entry<StatKey, List<Pane>> each = keys.next();
            List<Pane> ofKey = each.getValue();
            drop(ofKey, end - sizeMillis);
            if (hasNews(ofKey, onlyChanged ? before : Long.MIN_VALUE, end)) {
                told.add(each.getKey());
            }
            if (ofKey.isEmpty()) {
                keys.remove();
                bytes -= KEY_BYTES;
            }
        }
        others.removeIf(pane -> pane.startMillis() < end - sizeMillis);
        long from = Math.max(end - sizeMillis, beginMillis);
        if (from >= end) {
            return Collections.emptyIterator();
        }
        told.add(StatKey.others(kind));
        long together = sum(others, end).events();
        return told.stream()
                .map(key -> new StatWindow(key, end, end - from, sum(panesOf(key), end), together))
                .iterator();
    }

    private List<Pane> panesOf(StatKey key) {
        return key.isOthers() ? others : panes.getOrDefault(key, List.of());
    }

    private static RunStats sum(List<Pane> ofKey, long end) {
        RunStats sum = new RunStats();
        for (Pane pane : ofKey) {
            if (pane.startMillis() < end) {
                sum.add(pane.stats());
            }
        }
        return sum;
    }

    private boolean hasNews(List<Pane> ofKey, long since, long end) {
        return ofKey.stream().anyMatch(pane -> pane.startMillis() < end && pane.startMillis() + stepMillis > since);
    }

    private void drop(List<Pane> ofKey, long until) {
        while (!ofKey.isEmpty() && ofKey.get(0).startMillis() < until) {
            bytes -= PANE_BYTES + ofKey.remove(0).stats().heapBytes();
            paneCount--;
        }
    }

    private boolean hasRoom(@Nullable List<Pane> ofKey, long start) {
        if (ofKey == null) {
            return panes.size() < bounds.keysMax() && paneCount < bounds.panesMax();
        }
        return paneCount < bounds.panesMax() || place(ofKey, start) < 0;
    }

    private void addTo(StatKey key, long start, RunStats stats) {
        List<Pane> ofKey = panes.get(key);
        if (ofKey == null) {
            ofKey = new ArrayList<>(1);
            panes.put(key, ofKey);
            bytes += KEY_BYTES;
        }
        int before = ofKey.size();
        Pane pane = pane(ofKey, start);
        if (ofKey.size() > before) {
            paneCount++;
            bytes += PANE_BYTES + pane.stats().heapBytes();
        }
        bytes -= pane.stats().heapBytes();
        pane.stats().add(stats);
        bytes += pane.stats().heapBytes();
    }

    /** That of this start, made if there is none. */
    private static Pane pane(List<Pane> ofKey, long start) {
        int place = place(ofKey, start);
        if (place < 0) {
            return ofKey.get(-place - 1);
        }
        Pane made = new Pane(start, new RunStats());
        ofKey.add(place, made);
        return made;
    }

    /**
     * Panes are few, in order, and asked for from the end.
     *
     * @return where a pane of this start belongs; if there is one, its place less than zero: -1 for the first
     */
    private static int place(List<Pane> ofKey, long start) {
        int after = ofKey.size();
        while (after > 0 && ofKey.get(after - 1).startMillis() > start) {
            after--;
        }
        return after > 0 && ofKey.get(after - 1).startMillis() == start ? -after : after;
    }
}
