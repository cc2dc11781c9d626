package io.carillon.member.wiring;

import io.carillon.engine.command.Request;
import io.carillon.engine.grid.LocalMember;
import io.carillon.engine.member.MemberEngine;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import java.util.Collection;
import java.util.List;

/** Passes on to the engine what the grid says. */
record FromGrid(MemberEngine engine) implements LocalMember {

    @Override
    public void submit(Collection<? extends Request> requests) {
        engine.submit(requests);
    }

    @Override
    public void offered(List<Offer> offers) {
        engine.offered(offers);
    }

    @Override
    public void wake() {
        engine.wake();
    }

    @Override
    public void leaseExpired(Attempt attempt) {
        engine.leaseExpired(attempt);
    }

    @Override
    public void stop(Collection<Attempt> attempts, boolean lost) {
        engine.stop(attempts, lost);
    }

    @Override
    public void callRoll(Collection<Silent> attempts) {
        engine.callRoll(attempts);
    }

    @Override
    public void ownershipChanged() {
        engine.ownershipChanged();
    }

    @Override
    public void memberLeft(String memberId) {
        engine.memberLeft(memberId);
    }
}
