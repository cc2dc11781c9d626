package io.carillon.engine.grid.cp;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.CPGroup;
import com.hazelcast.cp.CPMember;
import com.hazelcast.cp.CPSubsystemManagementService;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the CP subsystem how it is. Blocks, a few times {@code patience} at most. */
final class CpLook {

    private static final Logger log = LoggerFactory.getLogger(CpLook.class);

    private final HazelcastInstance grid;
    private final CpSettings settings;
    private final Supplier<? extends CompletionStage<?>> operation;

    /** @param operation on the counter of tokens: that a group has members does not say that it works */
    CpLook(HazelcastInstance grid, CpSettings settings, Supplier<? extends CompletionStage<?>> operation) {
        this.grid = grid;
        this.settings = settings;
        this.operation = operation;
    }

    CpView look() throws InterruptedException {
        CPSubsystemManagementService management = management();
        if (!management.isDiscoveryCompleted()) {
            return CpView.silent(settings.seats(), false);
        }
        try {
            answer(operation.get());
            Collection<CPMember> members = answer(management.getCPMembers());
            int metadata = size(answer(management.getCPGroup(CPGroup.METADATA_CP_GROUP_NAME)));
            int tokens = size(answer(management.getCPGroup(CPGroup.DEFAULT_GROUP_NAME)));
            CPMember seat = management.getLocalCPMember();
            return new CpView(
                    settings.seats(),
                    true,
                    true,
                    members.size(),
                    present(members),
                    metadata,
                    tokens,
                    seat != null,
                    ghost(members, seat));
        } catch (ExecutionException | TimeoutException e) {
            log.debug("the CP group does not answer", e);
            return CpView.silent(settings.seats(), true);
        }
    }

    CPSubsystemManagementService management() {
        return grid.getCPSubsystem().getCPSubsystemManagementService();
    }

    /** In order of age, the first member that has no seat is this one: so only one fills a seat at a time. */
    boolean isNext() throws InterruptedException {
        try {
            Set<Address> seated = answer(management().getCPMembers()).stream()
                    .map(CPMember::getAddress)
                    .collect(Collectors.toSet());
            for (Member member : grid.getCluster().getMembers()) {
                if (!seated.contains(member.getAddress())) {
                    return member.localMember();
                }
            }
            return false;
        } catch (ExecutionException | TimeoutException e) {
            log.debug("the CP group does not answer", e);
            return false;
        }
    }

    boolean isOldest() {
        return grid.getCluster().getMembers().iterator().next().localMember();
    }

    int clusterSize() {
        return grid.getCluster().getMembers().size();
    }

    <T> T answer(CompletionStage<T> stage) throws InterruptedException, ExecutionException, TimeoutException {
        return answer(stage, settings.patience());
    }

    static <T> T answer(CompletionStage<T> stage, Duration patience)
            throws InterruptedException, ExecutionException, TimeoutException {
        return stage.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private int present(Collection<CPMember> members) {
        Set<Address> there =
                grid.getCluster().getMembers().stream().map(Member::getAddress).collect(Collectors.toSet());
        return (int) members.stream()
                .filter(each -> there.contains(each.getAddress()))
                .count();
    }

    private @Nullable UUID ghost(Collection<CPMember> members, @Nullable CPMember seat) {
        Address own = grid.getCluster().getLocalMember().getAddress();
        return members.stream()
                .filter(each -> each.getAddress().equals(own))
                .map(CPMember::getUuid)
                .filter(uuid -> seat == null || !seat.getUuid().equals(uuid))
                .findFirst()
                .orElse(null);
    }

    private static int size(@Nullable CPGroup group) {
        return group == null ? 0 : group.members().size();
    }
}
