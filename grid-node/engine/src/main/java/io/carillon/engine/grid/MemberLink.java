package io.carillon.engine.grid;

import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.engine.command.Request;
import io.carillon.engine.grid.handoff.OwnGateway;
import io.carillon.engine.grid.ownership.OwnershipListener;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The wire to this member's scheduler, which is made after the grid, since it needs the grid's ports. */
final class MemberLink implements OwnershipListener, OwnGateway {

    private volatile @Nullable LocalMember member;

    void connect(LocalMember scheduler) {
        member = scheduler;
    }

    void submit(Collection<? extends Request> requests) {
        LocalMember connected = member;
        if (connected != null) {
            connected.submit(requests);
        } else {
            requests.forEach(request -> request.unavailable(Refusal.NOT_OWNER, "this member is starting"));
        }
    }

    /** Offers that nobody takes are offered again. */
    @Override
    public void offered(List<Offer> offers) {
        tell(connected -> connected.offered(offers));
    }

    /** The wheel looks at the lease all the same. */
    void leaseExpired(Attempt attempt) {
        tell(connected -> connected.leaseExpired(attempt));
    }

    @Override
    public void stop(Collection<Attempt> attempts, boolean lost) {
        tell(connected -> connected.stop(attempts, lost));
    }

    @Override
    public void callRoll(Collection<Silent> attempts) {
        tell(connected -> connected.callRoll(attempts));
    }

    @Override
    public void wake() {
        tell(LocalMember::wake);
    }

    @Override
    public void gained(Set<Integer> shards) {
        tell(LocalMember::ownershipChanged);
    }

    @Override
    public void lost(Set<Integer> shards) {
        tell(LocalMember::ownershipChanged);
    }

    @Override
    public void memberLeft(String memberId) {
        tell(connected -> connected.memberLeft(memberId));
    }

    private void tell(Consumer<LocalMember> news) {
        LocalMember connected = member;
        if (connected != null) {
            news.accept(connected);
        }
    }
}
