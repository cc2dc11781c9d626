package io.carillon.engine.shard;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/** Which gateway of another member was offered which runs. Pure book-keeping; the loop's thread only. */
final class OfferedRuns {

    private record Taker(String memberId, Capability capability) {}

    private final Map<Taker, Set<RunId>> byTaker = new HashMap<>();

    boolean isEmpty() {
        return byTaker.isEmpty();
    }

    void add(RunSlot slot, String memberId) {
        slot.handedTo = memberId;
        byTaker.computeIfAbsent(new Taker(memberId, slot.capability), taker -> new HashSet<>())
                .add(slot.run.id());
    }

    /** No effect if nobody was offered it. */
    void remove(RunSlot slot) {
        if (slot.handedTo == null) {
            return;
        }
        Taker taker = new Taker(slot.handedTo, slot.capability);
        Set<RunId> runs = byTaker.get(taker);
        if (runs != null && runs.remove(slot.run.id()) && runs.isEmpty()) {
            byTaker.remove(taker);
        }
        slot.handedTo = null;
    }

    /** What gateways were offered for which this does not hold, given the gateway's member id. They are not kept any more. */
    List<RunId> takeUnless(BiPredicate<String, Capability> able) {
        List<RunId> taken = new ArrayList<>(0);
        for (Iterator<Map.Entry<Taker, Set<RunId>>> all = byTaker.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Taker, Set<RunId>> each = all.next();
            if (!able.test(each.getKey().memberId(), each.getKey().capability())) {
                taken.addAll(each.getValue());
                all.remove();
            }
        }
        return taken;
    }
}
