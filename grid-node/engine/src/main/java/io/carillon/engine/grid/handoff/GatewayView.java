package io.carillon.engine.grid.handoff;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.port.WorkerGroup;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * One gateway as an owner on another member sees it: what it told last, less what was sent since and has not arrived.
 * Not thread-safe.
 */
final class GatewayView {

    /** @param through the count of offers up to and including these */
    private record Sent(long through, Capability capability, int count, long atNanos) {}

    private final long lostAfterNanos;
    private final Deque<Sent> underWay = new ArrayDeque<>();
    private WorkerAd ad;
    private long toldAtNanos;
    private int[] reserved;
    private long sentThrough;

    /** @param lostAfterNanos after which offers that have not arrived are given up */
    GatewayView(WorkerAd ad, long nowNanos, long lostAfterNanos) {
        this.lostAfterNanos = lostAfterNanos;
        this.ad = ad;
        this.toldAtNanos = nowNanos;
        this.reserved = new int[ad.groups().size()];
    }

    WorkerAd ad() {
        return ad;
    }

    long silentNanos(long nowNanos) {
        return nowNanos - toldAtNanos;
    }

    /** @param self the owner's member id */
    void told(WorkerAd newer, String self, long nowNanos, Predicate<Capability> registered) {
        if (newer.number() <= ad.number()) {
            return;
        }
        ad = newer;
        toldAtNanos = nowNanos;
        reserved = new int[ad.groups().size()];
        long arrived = ad.receivedThrough().getOrDefault(self, 0L);
        underWay.removeIf(sent -> sent.through <= arrived || nowNanos - sent.atNanos >= lostAfterNanos);
        underWay.forEach(sent -> reserve(sent.capability, sent.count, registered, false));
    }

    /**
     * Free slots for this capability.
     *
     * @param registered whether a worker anywhere has registered a handler itself
     */
    int credit(Capability capability, Predicate<Capability> registered) {
        int credit = 0;
        for (int i = 0; i < reserved.length; i++) {
            WorkerGroup group = ad.groups().get(i);
            if (takes(group, capability, registered)) {
                credit += Math.max(0, group.free() - reserved[i]);
            }
        }
        return credit;
    }

    /** True if one of the workers takes new work of this capability, busy or not. */
    boolean takesNew(Capability capability, Predicate<Capability> registered) {
        return ad.groups().stream().anyMatch(group -> group.slots() > 0 && takes(group, capability, registered));
    }

    /**
     * Takes credit away for what is about to be sent.
     *
     * @return the count of offers up to and including these
     */
    long sending(Capability capability, int count, Predicate<Capability> registered, long nowNanos) {
        reserve(capability, count, registered, true);
        sentThrough += count;
        underWay.add(new Sent(sentThrough, capability, count, nowNanos));
        return sentThrough;
    }

    private void reserve(Capability capability, int count, Predicate<Capability> registered, boolean mustFit) {
        int left = count;
        for (int i = 0; i < reserved.length && left > 0; i++) {
            WorkerGroup group = ad.groups().get(i);
            if (takes(group, capability, registered)) {
                int part = Math.min(left, Math.max(0, group.free() - reserved[i]));
                reserved[i] += part;
                left -= part;
            }
        }
        if (mustFit && left > 0) {
            throw new IllegalArgumentException("no credit for " + count + " of " + capability);
        }
    }

    static boolean takes(WorkerGroup group, Capability capability, Predicate<Capability> registered) {
        return group.pool().equals(capability.pool())
                && (group.handlers().contains(capability.handler())
                        || (group.anyHandler() && !registered.test(capability)));
    }
}
