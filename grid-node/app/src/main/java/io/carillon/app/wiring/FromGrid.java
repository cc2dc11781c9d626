package io.carillon.app.wiring;

import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.engine.command.Request;
import io.carillon.engine.grid.ownership.OwnershipListener;
import io.carillon.engine.member.MemberEngine;
import io.carillon.engine.port.HandOff.Offer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes on to the engine what the grid says. The grid is there first; what it says before the engine exists needs no
 * keeping, since the engine asks for it when it starts.
 */
final class FromGrid implements OwnershipListener {

    private final AtomicReference<MemberEngine> engine = new AtomicReference<>();

    void to(MemberEngine target) {
        engine.set(target);
    }

    void requests(Collection<? extends Request> requests) {
        engine().ifPresentOrElse(
                        target -> target.submit(requests),
                        () -> requests.forEach(
                                request -> request.unavailable(Refusal.NOT_OWNER, "the member is starting")));
    }

    void offered(List<Offer> offers) {
        engine().ifPresent(target -> target.offered(offers));
    }

    void wake() {
        engine().ifPresent(MemberEngine::wake);
    }

    @Override
    public void gained(Set<Integer> shards) {
        engine().ifPresent(MemberEngine::ownershipChanged);
    }

    @Override
    public void lost(Set<Integer> shards) {
        engine().ifPresent(MemberEngine::ownershipChanged);
    }

    @Override
    public void memberLeft(String memberId) {
        engine().ifPresent(target -> target.memberLeft(memberId));
    }

    private Optional<MemberEngine> engine() {
        return Optional.ofNullable(engine.get());
    }
}
