package io.carillon.engine.grid;

import io.carillon.engine.command.Request;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import java.util.Collection;
import java.util.List;

/** The scheduler of this member, as the grid calls it. Nothing here may block; any thread may call. */
public interface LocalMember {

    /** Requests for shards that are this member's by the grid's table. Each is answered once. */
    void submit(Collection<? extends Request> requests);

    /** Runs that other members have handed to this one's gateway. */
    void offered(List<Offer> offers);

    /** Tokens or credits may have come. */
    void wake();

    /** The lease of an attempt of a shard owned here is over in the grid. */
    void leaseExpired(Attempt attempt);

    /** An owner on another member says that these attempts must stop, if a worker connected here holds them. */
    void stop(Collection<Attempt> attempts, boolean lost);

    /** An owner on another member asks who has the workers of these attempts. */
    void callRoll(Collection<Silent> attempts);

    void ownershipChanged();

    /** A member has left, and its gateway with it. */
    void memberLeft(String memberId);
}
