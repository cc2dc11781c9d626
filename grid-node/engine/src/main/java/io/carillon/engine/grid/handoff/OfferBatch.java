package io.carillon.engine.grid.handoff;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.port.HandOff.Offer;
import java.util.List;

/**
 * An item of a gateway's queue: runs that need the same.
 *
 * @param from the owner's member id
 * @param sentThrough offers this owner has sent to this gateway, up to and including these
 */
record OfferBatch(String from, long sentThrough, Capability capability, List<Offer> offers) {

    OfferBatch {
        offers = List.copyOf(offers);
    }
}
