package io.carillon.engine.grid.handoff;

import io.carillon.engine.port.WorkerGroup;
import java.util.List;
import java.util.Map;

/**
 * What a gateway tells the other members.
 *
 * @param memberId the gateway's
 * @param number rises with every word of this gateway
 * @param queue where it looks for runs
 * @param receivedThrough by owner's member id: offers of that owner it has taken out of its queue. What an owner has
 *     sent beyond is on its way, and not yet counted in the free slots
 */
record WorkerAd(
        String memberId, long number, String queue, List<WorkerGroup> groups, Map<String, Long> receivedThrough) {

    WorkerAd {
        groups = List.copyOf(groups);
        receivedThrough = Map.copyOf(receivedThrough);
    }
}
