package io.carillon.domain.dispatch;

import java.util.Comparator;

/**
 * An entry in its place in the order.
 *
 * @param rankMicros when the entry started to wait, moved back by one aging step for each level of priority. The lower
 *     rank is the more urgent. Waiting raises every entry at the same pace, so two ranks never change their order and the
 *     present need not be known
 * @param sequence counts what was added; decides last, so that no two entries are equal
 */
record Waiting<K>(ReadyEntry<K> entry, long rankMicros, long sequence) {
    static final Comparator<Waiting<?>> BY_DUE = (a, b) -> {
        int byDue = Long.compare(a.entry.dueMicros(), b.entry.dueMicros());
        return byDue != 0 ? byDue : Long.compare(a.sequence, b.sequence);
    };

    static final Comparator<Waiting<?>> BY_URGENCY = (a, b) -> {
        if (a.entry.makesUp() != b.entry.makesUp()) {
            return a.entry.makesUp() ? 1 : -1;
        }
        int byRank = Long.compare(a.rankMicros, b.rankMicros);
        return byRank != 0 ? byRank : BY_DUE.compare(a, b);
    };
}
