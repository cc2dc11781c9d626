package io.carillon.engine.grid.handoff;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.WorkerGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all gateways have told: whom an owner may send how much. Thread-safe; never blocks for long. */
final class GatewayBook {

    /** Gateways tell once a second even if nothing changes; one that does not is stuck, and gets nothing. */
    static final Duration SILENT_MAX = Duration.ofSeconds(5);

    /** Longer than an offer can be on its way and its arrival be told. */
    private static final Duration LOST_AFTER = Duration.ofSeconds(3);

    /** @param sentThrough the count of offers to this gateway up to and including these */
    record Share(String memberId, String queue, int count, long sentThrough) {}

    private final Supplier<String> self;
    private final TimeSource time;
    private final Map<String, GatewayView> others = new LinkedHashMap<>();
    private List<WorkerGroup> own = List.of();
    private int turn;

    /** Handlers registered by name: elsewhere, and anywhere. Replaced whole, so that reading needs no lock. */
    private volatile Set<Capability> registeredElsewhere = Set.of();

    private volatile Set<Capability> registeredAnywhere = Set.of();

    /** @param self this member's id, which a merge after a split changes */
    GatewayBook(Supplier<String> self, TimeSource time) {
        this.self = self;
        this.time = time;
    }

    synchronized void own(List<WorkerGroup> groups) {
        own = groups;
        index();
    }

    synchronized void told(WorkerAd ad) {
        if (ad.memberId().equals(self.get())) {
            return;
        }
        long now = time.nanos();
        GatewayView view = others.get(ad.memberId());
        if (view == null) {
            others.put(ad.memberId(), new GatewayView(ad, now, LOST_AFTER.toNanos()));
        } else {
            view.told(ad, self.get(), now, registeredAnywhere::contains);
        }
        index();
    }

    synchronized void gone(String memberId) {
        others.remove(memberId);
        index();
    }

    synchronized void keepOnly(Collection<String> members) {
        if (others.keySet().retainAll(Set.copyOf(members))) {
            index();
        }
    }

    boolean registeredElsewhere(Capability capability) {
        return registeredElsewhere.contains(capability);
    }

    synchronized boolean anyWorkerFor(Capability capability) {
        return Stream.concat(own.stream(), groupsElsewhere())
                .anyMatch(group -> GatewayView.takes(group, capability, registeredAnywhere::contains));
    }

    /** True if this gateway is talking, and a worker there takes new work of this capability. */
    synchronized boolean takes(String memberId, Capability capability) {
        GatewayView view = others.get(memberId);
        return view != null && isTalking(view, time.nanos()) && view.takesNew(capability, registeredAnywhere::contains);
    }

    synchronized int credit(Capability capability) {
        long credit = 0;
        for (GatewayView view : talking()) {
            credit += view.credit(capability, registeredAnywhere::contains);
        }
        return (int) Math.min(Integer.MAX_VALUE, credit);
    }

    /** Divides runs among the gateways that have credit, evenly as far as it goes, and takes the credit away. */
    synchronized List<Share> divide(Capability capability, int runs) {
        List<GatewayView> able = new ArrayList<>(talking());
        able.removeIf(view -> view.credit(capability, registeredAnywhere::contains) == 0);
        if (able.isEmpty()) {
            return List.of();
        }
        turn++;
        int[] counts = new int[able.size()];
        int left = runs;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < counts.length && left > 0; i++) {
                int at = (i + turn) % counts.length;
                int most = round == 0 ? (left + counts.length - i - 1) / (counts.length - i) : left;
                int count = Math.min(most, able.get(at).credit(capability, registeredAnywhere::contains) - counts[at]);
                counts[at] += count;
                left -= count;
            }
        }
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                GatewayView view = able.get(i);
                long through = view.sending(capability, counts[i], registeredAnywhere::contains, time.nanos());
                shares.add(new Share(view.ad().memberId(), view.ad().queue(), counts[i], through));
            }
        }
        return shares;
    }

    private List<GatewayView> talking() {
        long now = time.nanos();
        return others.values().stream().filter(view -> isTalking(view, now)).toList();
    }

    private static boolean isTalking(GatewayView view, long now) {
        return view.silentNanos(now) < SILENT_MAX.toNanos();
    }

    private Stream<WorkerGroup> groupsElsewhere() {
        return others.values().stream().flatMap(view -> view.ad().groups().stream());
    }

    private void index() {
        Set<Capability> elsewhere =
                groupsElsewhere().flatMap(GatewayBook::registered).collect(Collectors.toSet());
        Set<Capability> anywhere = new HashSet<>(elsewhere);
        own.stream().flatMap(GatewayBook::registered).forEach(anywhere::add);
        registeredElsewhere = Set.copyOf(elsewhere);
        registeredAnywhere = Set.copyOf(anywhere);
    }

    private static Stream<Capability> registered(WorkerGroup group) {
        return group.handlers().stream().map(handler -> new Capability(group.pool(), handler));
    }
}
