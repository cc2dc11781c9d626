package io.carillon.engine.port;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.util.Collection;
import java.util.List;

/**
 * The way from an owner to gateways of other members: one bounded queue each. Ids only; losing one or delivering it
 * twice is harmless, since the conditional start decides. So is losing a word that an attempt must stop, since it is given
 * again when the worker asks for its lease. Never blocks; thread-safe.
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

    /** True if this gateway has told lately that a worker there takes new work of this capability, busy or not. */
    boolean takes(String memberId, Capability capability);

    /** Tells whoever holds these attempts, or older ones of the same runs, elsewhere that they are lost. Best effort. */
    void revoke(Collection<Attempt> attempts);

    /** Asks whoever works on these attempts elsewhere to stop and report. Best effort. */
    void cancel(Collection<Attempt> attempts);

    /**
     * Asks the gateways of all other members whether they have the workers of these attempts: who has one tells the owner
     * whether its worker holds the attempt. Best effort.
     */
    void callRoll(Collection<Silent> attempts);

    record Offer(RunId runId, JobId jobId, Capability capability) {}
}
