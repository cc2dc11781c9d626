package io.carillon.app.settings;

import io.carillon.engine.grid.GridPeers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * This member's place in the grid.
 *
 * @param name members with another name are strangers
 * @param port of the grid
 * @param bindAddress the one address the grid listens on
 * @param members {@code host:port} of every member, for TCP/IP join; none: a single member
 * @param trustedInterfaces CIDR blocks of the networks that only members can reach: with access control on, the grid leaves
 *     loopback only for these
 * @param kubernetesService the headless service whose pods are the members
 * @param expectedSize members of a healthy cluster, kept in the database from the first start on; default: the number of
 *     {@code members}, else 1
 * @param cpResetAfter how long the CP group may be silent, while members enough are there, before it begins anew; 0: for
 *     ever
 */
@ConfigurationProperties("carillon.cluster")
public record ClusterProperties(
        @DefaultValue("carillon") String name,
        @DefaultValue("5701") int port,
        @DefaultValue("127.0.0.1") String bindAddress,
        @DefaultValue List<String> members,
        @DefaultValue List<String> trustedInterfaces,
        @Nullable String kubernetesService,
        @Nullable Integer expectedSize,
        @DefaultValue("60s") Duration cpResetAfter) {

    public ClusterProperties {
        SettingsException.require(
                expectedSize == null || (expectedSize >= 1 && expectedSize <= GridPeers.SIZE_MAX),
                "carillon.cluster.expected-size",
                String.valueOf(expectedSize),
                "1 to " + GridPeers.SIZE_MAX);
        SettingsException.require(
                kubernetesService == null || members.isEmpty(),
                "carillon.cluster.kubernetes-service",
                String.valueOf(kubernetesService),
                "none where carillon.cluster.members names the members");
        SettingsException.require(port >= 1 && port <= 65_535, "carillon.cluster.port", port, "1 to 65535");
        if (!cpResetAfter.isZero()) {
            SettingsException.requireBetween(
                    "carillon.cluster.cp-reset-after", cpResetAfter, Duration.ofSeconds(10), Duration.ofDays(1));
        }
    }

    public int healthySize() {
        return expectedSize != null ? expectedSize : Math.max(1, members.size());
    }
}
