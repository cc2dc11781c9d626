package io.carillon.member.wiring;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import io.carillon.engine.grid.GridSettings;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The size of the cluster at the start of a member: said by the first one, kept in the database, compared by the others. */
final class AgreedSize {

    private static final Logger log = LoggerFactory.getLogger(AgreedSize.class);

    private static final String KEY = "carillon.cluster.expected-size";

    private AgreedSize() {}

    /**
     * Blocks for a round trip or two.
     *
     * @param named what the operator says; null: nothing, the members named in the settings are counted
     * @throws StartException if the operator says something else than the database, or nothing where it must be said
     */
    static ClusterSize of(ClusterStore store, GridSettings grid, @Nullable Integer named) {
        ClusterSize size = standing(store, grid, named);
        if (named == null) {
            if (size.expected() != grid.peers().expectedSize()) {
                log.info(
                        "expected size is {} by the database, {} members are named here",
                        size.expected(),
                        grid.peers().members().size());
            }
        } else if (named != size.expected()) {
            compare(size, named);
        }
        return size;
    }

    private static ClusterSize standing(ClusterStore store, GridSettings grid, @Nullable Integer named) {
        try {
            Optional<ClusterSize> said = store.size().join();
            return said.isPresent() ? said.get() : first(store, grid, named);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static ClusterSize first(ClusterStore store, GridSettings grid, @Nullable Integer named) {
        if (named == null && grid.peers().kubernetesService() != null) {
            throw new StartException("how many members the cluster has must be said at its first start: set " + KEY);
        }
        int expected = named == null ? grid.peers().expectedSize() : named;
        return store.agree(expected, ClusterSize.cpMembersFor(expected)).join();
    }

    /** A member restarted between the change and the operator's edit of the settings must not stay away. */
    private static void compare(ClusterSize size, int named) {
        if (named == size.former()) {
            log.warn(
                    "{}={} is no longer so, it was changed to {}: change the setting too", KEY, named, size.expected());
            return;
        }
        throw new StartException(KEY + "=" + named + " differs from the cluster's, which is " + size.expected()
                + ": set it to that, leave it away, or change the cluster's with PUT /cluster/size");
    }
}
