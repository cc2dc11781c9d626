package io.carillon.engine.testkit;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Silent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Queues of gateways on other members, with as much credit as a test gives them. */
public final class FakeHandOff implements HandOff {

    private static final class Gateway {
        final Capability capability;
        final List<Offer> queue = new ArrayList<>();
        int credit;
        boolean leaving;

        Gateway(Capability capability, int credit) {
            this.capability = capability;
            this.credit = credit;
        }
    }

    private final Map<String, Gateway> gateways = new LinkedHashMap<>();
    private final List<Attempt> revoked = new ArrayList<>();
    private final List<Silent> rollCalls = new ArrayList<>();
    private final List<Attempt> cancelled = new ArrayList<>();
    private boolean failing;
    private Predicate<Capability> own = any -> false;

    public void connect(String memberId, Capability capability, int credit) {
        gateways.put(memberId, new Gateway(capability, credit));
    }

    /** What workers of this member's own gateway can run. */
    public void own(Predicate<Capability> serves) {
        own = serves;
    }

    /** The next offer throws. */
    public void failNext() {
        failing = true;
    }

    /** Slots have become free there. */
    public void credit(String memberId, int more) {
        Gateway gateway = gateways.get(memberId);
        if (gateway != null) {
            gateway.credit += more;
        }
    }

    /** Its workers take nothing new any more; what it was offered it keeps. */
    public void drain(String memberId) {
        Gateway gateway = gateways.get(memberId);
        if (gateway != null) {
            gateway.leaving = true;
            gateway.credit = 0;
        }
    }

    /** The member is gone, its queue with it. */
    public void disconnect(String memberId) {
        gateways.remove(memberId);
    }

    /** What this gateway was offered since the last call. */
    public List<Offer> takeOffers(String memberId) {
        Gateway gateway = gateways.get(memberId);
        if (gateway == null) {
            return List.of();
        }
        List<Offer> offers = List.copyOf(gateway.queue);
        gateway.queue.clear();
        return offers;
    }

    /** Attempts whose loss other members were told. */
    public List<Attempt> revoked() {
        return revoked;
    }

    /** Attempts whose cancel other members were told. */
    public List<Attempt> cancelled() {
        return cancelled;
    }

    @Override
    public void revoke(Collection<Attempt> attempts) {
        revoked.addAll(attempts);
    }

    @Override
    public void cancel(Collection<Attempt> attempts) {
        cancelled.addAll(attempts);
    }

    @Override
    public List<String> offer(Capability capability, List<Offer> offers) {
        if (failing) {
            failing = false;
            throw new IllegalStateException("the grid is leaving");
        }
        List<String> takers = new ArrayList<>();
        for (Offer offer : offers) {
            takers.add(offer(capability, offer));
        }
        return takers;
    }

    @Override
    public int credit(Capability capability) {
        return gateways.values().stream()
                .filter(gateway -> gateway.capability.equals(capability))
                .mapToInt(gateway -> gateway.credit)
                .sum();
    }

    @Override
    public boolean anyWorkerFor(Capability capability) {
        return own.test(capability)
                || gateways.values().stream().anyMatch(gateway -> gateway.capability.equals(capability));
    }

    @Override
    public boolean takes(String memberId, Capability capability) {
        Gateway gateway = gateways.get(memberId);
        return gateway != null && !gateway.leaving && gateway.capability.equals(capability);
    }

    private String offer(Capability capability, Offer offer) {
        for (Map.Entry<String, Gateway> each : gateways.entrySet()) {
            Gateway gateway = each.getValue();
            if (gateway.capability.equals(capability) && gateway.credit > 0) {
                gateway.credit--;
                gateway.queue.add(offer);
                return each.getKey();
            }
        }
        return "";
    }

    @Override
    public void callRoll(Collection<Silent> attempts) {
        rollCalls.addAll(attempts);
    }

    /** What gateways were asked after since the last call. */
    public List<Silent> takeRollCalls() {
        List<Silent> asked = List.copyOf(rollCalls);
        rollCalls.clear();
        return asked;
    }
}
