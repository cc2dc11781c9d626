package io.carillon.engine.grid;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a member joins.
 *
 * @param members {@code host:port} of each; empty with no Kubernetes service: a single member
 * @param kubernetesService the headless service, as a DNS name, whose pods are the members; not with {@code members}
 * @param expectedSize members of the healthy cluster, 1 to {@value #SIZE_MAX}, as the database says at the start: from 3
 *     on the smaller side of a split stops
 */
public record GridPeers(List<String> members, @Nullable String kubernetesService, int expectedSize) {

    public static final int SIZE_MAX = 64;

    /** No others. */
    public static final GridPeers NONE = new GridPeers(List.of(), null, 1);

    public GridPeers {
        members = List.copyOf(members);
        GridSettings.requireIn("expected size", expectedSize, 1, SIZE_MAX);
        if (kubernetesService != null && !members.isEmpty()) {
            throw new IllegalArgumentException("name the members or the Kubernetes service, not both");
        }
    }

    GridPeers sized(int expected) {
        return new GridPeers(members, kubernetesService, expected);
    }
}
