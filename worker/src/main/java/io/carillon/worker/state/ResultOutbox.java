package io.carillon.worker.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Results from the end of their attempt until they are acknowledged: first unsent, then sent, and unsent again when the
 * stream breaks or no acknowledgement comes. Oldest first. Not thread-safe.
 *
 * @param <R> a result as it is sent
 */
public final class ResultOutbox<R> {
    private final Map<AttemptKey, Entry<R>> unsent = new LinkedHashMap<>();
    /** In the order of sending, so the one that has waited longest is first. */
    private final Map<AttemptKey, Entry<R>> sent = new LinkedHashMap<>();

    /** @param bytes about how large it is on the wire */
    public void add(AttemptKey key, R result, int bytes) {
        unsent.put(key, new Entry<>(result, bytes));
    }

    /** Takes the next message's worth of unsent results, which are sent from here on; empty if there are none. */
    public List<R> take(int countMax, int bytesMax, long nowNanos) {
        List<R> taken = new ArrayList<>(Math.min(countMax, unsent.size()));
        int bytes = 0;
        Iterator<Map.Entry<AttemptKey, Entry<R>>> oldest = unsent.entrySet().iterator();
        while (taken.size() < countMax && oldest.hasNext()) {
            Map.Entry<AttemptKey, Entry<R>> next = oldest.next();
            Entry<R> entry = next.getValue();
            bytes += entry.bytes;
            // A single result may be larger than the bound; it goes alone.
            if (bytes > bytesMax && !taken.isEmpty()) {
                break;
            }
            oldest.remove();
            entry.sentAtNanos = nowNanos;
            sent.put(next.getKey(), entry);
            taken.add(entry.result);
        }
        return taken;
    }

    /** @return false if it was not waited for: acknowledged before */
    public boolean acknowledged(AttemptKey key) {
        @Nullable Entry<R> entry = sent.remove(key);
        return entry != null || unsent.remove(key) != null;
    }

    /** Whatever was sent on the stream that has ended is sent again. */
    public void disconnected() {
        Map<AttemptKey, Entry<R>> newer = new LinkedHashMap<>(unsent);
        unsent.clear();
        unsent.putAll(sent);
        unsent.putAll(newer);
        sent.clear();
    }

    /** Results sent at or before this time and not acknowledged are sent again. @return how many */
    public int resendSentBy(long nanos) {
        int count = 0;
        Iterator<Map.Entry<AttemptKey, Entry<R>>> oldest = sent.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<AttemptKey, Entry<R>> next = oldest.next();
            if (next.getValue().sentAtNanos > nanos) {
                break;
            }
            oldest.remove();
            unsent.put(next.getKey(), next.getValue());
            count++;
        }
        return count;
    }

    public boolean contains(AttemptKey key) {
        return sent.containsKey(key) || unsent.containsKey(key);
    }

    public boolean hasUnsent() {
        return !unsent.isEmpty();
    }

    public int size() {
        return unsent.size() + sent.size();
    }

    /** All that wait for an acknowledgement, sent or not. */
    public Collection<AttemptKey> keys() {
        List<AttemptKey> keys = new ArrayList<>(size());
        keys.addAll(sent.keySet());
        keys.addAll(unsent.keySet());
        return keys;
    }

    private static final class Entry<R> {
        private final R result;
        private final int bytes;
        private long sentAtNanos;

        private Entry(R result, int bytes) {
            this.result = result;
            this.bytes = bytes;
        }
    }
}
