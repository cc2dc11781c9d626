package io.carillon.engine.port;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.util.List;

/**
 * The way from an owner to gateways of other members: one bounded queue each. Ids only; losing one or delivering it
 * twice is harmless, since the conditional start decides. Never blocks; thread-safe.
 */
public interface HandOff {

    /**
     * Offers runs to gateways that have credit for this capability, as many as fit.
     *
     * @return for each run in order the gateway's member id, or an empty string if nobody had room
     */
    List<String> offer(Capability capability, List<Offer> offers);

    /** Free slots that gateways of other members have advertised for this capability, less what was offered since. */
    int credit(Capability capability);

    /** True if any gateway, this member's included, knows a worker for this capability, busy or not. */
    boolean anyWorkerFor(Capability capability);

    record Offer(RunId runId, JobId jobId, Capability capability) {}
}
