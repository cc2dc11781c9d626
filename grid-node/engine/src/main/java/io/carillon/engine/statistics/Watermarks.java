package io.carillon.engine.statistics;

/**
 * Up to which time all events are taken to have come: the newest time seen, less what members may differ and a batch may take. It only
 * rises. For one thread.
 */
public final class Watermarks {

    private final long allowedMillis;
    private long markMillis = Long.MIN_VALUE;

    /** @param allowedMillis how much older than the newest one an event may be and still be in time */
    public Watermarks(long allowedMillis) {
        this.allowedMillis = allowedMillis;
    }

    /** @return whether the mark has risen */
    public boolean seen(long atMillis) {
        if (atMillis - allowedMillis <= markMillis) {
            return false;
        }
        markMillis = atMillis - allowedMillis;
        return true;
    }

    /** Time went back: it begins anew with what comes next. */
    public void forget() {
        markMillis = Long.MIN_VALUE;
    }

    public long millis() {
        return markMillis;
    }
}
