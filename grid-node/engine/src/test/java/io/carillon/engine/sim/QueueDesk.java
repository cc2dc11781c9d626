package io.carillon.engine.sim;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queues of gateways, and what gateways tell of their free slots: both sides of them, for one member. */
final class QueueDesk implements HandOff, Credits {

    private static final Duration SILENT_MAX = Duration.ofSeconds(5);

    private static final class Ad {
        List<WorkerGroup> groups = List.of();
        long number = -1;
        long toldAtMicros;
        int sent;
    }

    private final World world;
    private final SimMember member;
    private final Map<String, Ad> ads = new TreeMap<>();
    private List<WorkerGroup> own = List.of();
    private long number;
    private int turn;

    QueueDesk(World world, SimMember member) {
        this.world = world;
        this.member = member;
    }

    void memberLeft(String memberId) {
        ads.remove(memberId);
    }

    // ---- what gateways tell

    @Override
    public void advertise(List<WorkerGroup> groups) {
        own = groups;
        long told = number++;
        others().forEach(other ->
                world.network.send(member.node, other.node, () -> other.queues.told(member.id, told, groups)));
    }

    private void told(String memberId, long toldNumber, List<WorkerGroup> groups) {
        Ad ad = ads.computeIfAbsent(memberId, any -> new Ad());
        if (toldNumber > ad.number) {
            ad.number = toldNumber;
            ad.groups = groups;
            ad.toldAtMicros = world.agenda.nowMicros();
            ad.sent = 0;
            member.loop.wake();
        }
    }

    @Override
    public boolean registeredElsewhere(Capability capability) {
        return ads.values().stream().anyMatch(ad -> freeAt(ad, capability) >= 0);
    }

    // ---- what owners hand off

    @Override
    public List<String> offer(Capability capability, List<Offer> offers) {
        List<String> takers = new ArrayList<>();
        for (Offer offer : offers) {
            takers.add(offer(capability, offer));
        }
        return takers;
    }

    @Override
    public int credit(Capability capability) {
        return ads.values().stream().mapToInt(ad -> creditOf(ad, capability)).sum();
    }

    @Override
    public boolean anyWorkerFor(Capability capability) {
        return registeredElsewhere(capability) || own.stream().anyMatch(group -> takes(group, capability));
    }

    @Override
    public boolean takes(String memberId, Capability capability) {
        Ad ad = ads.get(memberId);
        return ad != null
                && !isSilent(ad)
                && ad.groups.stream().anyMatch(group -> group.slots() > 0 && takes(group, capability));
    }

    @Override
    public void revoke(Collection<Attempt> attempts) {
        stop(attempts, true);
    }

    @Override
    public void cancel(Collection<Attempt> attempts) {
        stop(attempts, false);
    }

    @Override
    public void callRoll(Collection<Silent> attempts) {
        List<Silent> asked = List.copyOf(attempts);
        others().forEach(other -> world.network.send(member.node, other.node, () -> other.gateway.callRoll(asked)));
    }

    private void stop(Collection<Attempt> attempts, boolean lost) {
        List<Attempt> stopped = List.copyOf(attempts);
        others().forEach(other -> world.network.send(member.node, other.node, () -> other.gateway.stop(stopped, lost)));
    }

    private String offer(Capability capability, Offer offer) {
        List<String> able = new ArrayList<>();
        ads.forEach((id, ad) -> {
            if (creditOf(ad, capability) > 0 && world.member(id) != null) {
                able.add(id);
            }
        });
        if (able.isEmpty()) {
            return "";
        }
        String taker = able.get(turn++ % able.size());
        SimMember gateway = world.member(taker);
        ads.computeIfAbsent(taker, any -> new Ad()).sent++;
        if (gateway != null) {
            world.network.queue(member.node, gateway.node, () -> gateway.gateway.offered(List.of(offer)));
        }
        return taker;
    }

    private int creditOf(Ad ad, Capability capability) {
        return isSilent(ad) ? 0 : Math.max(0, freeAt(ad, capability) - ad.sent);
    }

    private boolean isSilent(Ad ad) {
        return world.agenda.nowMicros() - ad.toldAtMicros > SILENT_MAX.toNanos() / 1_000;
    }

    /** Negative if no worker there can run it. */
    private static int freeAt(Ad ad, Capability capability) {
        int free = -1;
        for (WorkerGroup group : ad.groups) {
            if (takes(group, capability)) {
                free = Math.max(free, 0) + group.free();
            }
        }
        return free;
    }

    private static boolean takes(WorkerGroup group, Capability capability) {
        return group.pool().equals(capability.pool()) && group.handlers().contains(capability.handler());
    }

    private List<SimMember> others() {
        return world.table.members().stream().filter(other -> other != member).toList();
    }
}
