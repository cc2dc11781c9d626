package io.carillon.gateway.api;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.grid.GridPeers;
import java.util.concurrent.CompletionException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Changes how many members the cluster is meant to have. Blocks for a round trip to the database. */
public final class SizeDesk {

    private final ClusterStore store;
    private final IntSupplier membersThere;

    /** @param membersThere members that this one sees */
    public SizeDesk(ClusterStore store, IntSupplier membersThere) {
        this.store = store;
        this.membersThere = membersThere;
    }

    /**
     * All members follow within seconds; a change of the CP members is for the next start of all of them.
     *
     * @param cpMembers null: as it is
     * @param force also where the members that are there would be no majority, and all would stop
     * @throws ProblemException if a number is none that can be, or too few members are there
     */
    public ClusterSize change(
            @Nullable Integer expected, @Nullable Integer cpMembers, boolean force, Violations violations) {
        if (expected == null) {
            violations.add("expected_size", "is required");
        } else if (expected < 1 || expected > GridPeers.SIZE_MAX) {
            violations.add("expected_size", "must be from 1 to " + GridPeers.SIZE_MAX);
        } else if (cpMembers != null && !possible(cpMembers, expected)) {
            violations.add("cp_members", "must be 0, 3, 5 or 7, and at most expected_size");
        }
        if (expected == null || !violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        int majority = ClusterSize.majorityOf(expected);
        int there = membersThere.getAsInt();
        if (majority > there && !force) {
            throw Problem.of(
                            ProblemType.CLUSTER_TOO_SMALL,
                            "of " + expected + " members " + majority + " are a majority, and " + there
                                    + " are there: all would stop; start members first, or repeat with force=true")
                    .toException();
        }
        try {
            ClusterSize stands = store.size()
                    .thenCompose(now -> now.isEmpty()
                            ? store.agree(expected, cpMembers == null ? 0 : cpMembers)
                            : store.change(
                                    now.get().version(),
                                    expected,
                                    cpMembers == null ? now.get().cpMembers() : cpMembers))
                    .join();
            if (stands.expected() != expected || (cpMembers != null && stands.cpMembers() != cpMembers)) {
                throw Problem.of(
                                ProblemType.CLUSTER_SIZE_CHANGED,
                                "somebody else has changed the size at the same time: " + stands.expected()
                                        + " members are expected now; look again before you repeat")
                        .toException();
            }
            return stands;
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreUnavailableException) {
                throw Problem.passing(ProblemType.STORE_UNAVAILABLE, "the size cannot be changed now")
                        .toException();
            }
            throw e;
        }
    }

    private static boolean possible(int cpMembers, int expected) {
        return cpMembers == 0
                || (cpMembers >= ClusterSize.SPLITTABLE
                        && cpMembers <= ClusterSize.cpMembersFor(expected)
                        && cpMembers % 2 == 1);
    }
}
