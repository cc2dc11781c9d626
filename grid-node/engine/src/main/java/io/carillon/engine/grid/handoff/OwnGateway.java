package io.carillon.engine.grid.handoff;

import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import java.util.Collection;
import java.util.List;

/** This member's gateway, as the members hear of it from others. Nothing here may block; any thread may call. */
public interface OwnGateway {

    /** Runs that other members have handed to it. */
    void offered(List<Offer> offers);

    /** Another gateway has told of its workers. */
    void wake();

    /** @param lost true: the leases of these attempts are lost; false: their runs were cancelled */
    void stop(Collection<Attempt> attempts, boolean lost);

    /** An owner asks who has the workers of these attempts. */
    void callRoll(Collection<Silent> attempts);
}
