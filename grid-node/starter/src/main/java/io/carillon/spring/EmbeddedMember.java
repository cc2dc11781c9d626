package io.carillon.spring;

import io.carillon.member.CarillonMember;
import io.carillon.member.MemberBuilder;
import io.carillon.member.wiring.StartException;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A member as the settings say. */
final class EmbeddedMember {

    private EmbeddedMember() {}

    /**
     * @param pool the application's; used if the settings name no database
     * @param exporters of spans, the application's; none: no spans are made
     * @throws StartException also where the settings say what cannot be, with the words of the builder
     */
    static CarillonMember start(
            CarillonProperties settings,
            @Nullable DataSource pool,
            @Nullable MeterRegistry meters,
            List<SpanExporter> exporters) {
        try {
            MemberBuilder member = described(settings, pool, meters);
            if (settings.tracing().enabled() && !exporters.isEmpty()) {
                member.traces(LentExporter.of(exporters), settings.tracing().ratio());
            }
            return member.start();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new StartException("the settings carillon.* do not fit: " + e.getMessage(), e);
        }
    }

    private static MemberBuilder described(
            CarillonProperties settings, @Nullable DataSource pool, @Nullable MeterRegistry meters) {
        MemberBuilder member = CarillonMember.builder()
                .schema(settings.schema())
                .storeConnections(settings.store().writers(), settings.store().readers())
                .clusterName(settings.cluster().name())
                .cpFences(settings.cluster().cpFences())
                .insecure(settings.security().insecure())
                .lease(settings.lease().duration(), settings.lease().heartbeat())
                .handOffTimeout(settings.handoff().timeout())
                .cancelGrace(settings.cancel().grace())
                .timeoutGrace(settings.timeout().grace())
                .queueDeadline(settings.queue().deadline())
                .readyMax(settings.ready().max())
                .preloadHorizon(settings.preload().horizon())
                .historyRetention(settings.history().retention())
                .redrivesPerSecond(settings.redrive().rate())
                .alertsAllowed(settings.alerts().allow().toArray(String[]::new))
                .loops(settings.loops());
        database(member, settings, pool);
        cluster(member, settings.cluster());
        if (settings.grpc().port() != null) {
            member.grpcAddress(settings.grpc().address())
                    .grpcPort(settings.grpc().port());
        }
        if (meters != null) {
            member.meters(meters);
        }
        return member;
    }

    private static void database(MemberBuilder member, CarillonProperties settings, @Nullable DataSource pool) {
        CarillonProperties.Datasource own = settings.datasource();
        if (own.url() != null) {
            member.jdbcUrl(own.url()).credentials(own.username(), own.password());
        } else if (pool != null) {
            member.dataSource(pool);
        } else {
            throw new IllegalStateException(
                    "a member needs PostgreSQL: give the application one DataSource (spring.datasource.url), "
                            + "or name a database of the member's own with carillon.datasource.url, "
                            + "or use a cluster elsewhere with carillon.member.enabled=false and carillon.worker.grid");
        }
    }

    private static void cluster(MemberBuilder member, CarillonProperties.Cluster cluster) {
        if (!cluster.members().isEmpty()) {
            member.members(cluster.members().toArray(String[]::new));
        }
        if (cluster.expectedSize() != null) {
            member.expectedSize(cluster.expectedSize());
        }
        if (cluster.bindAddress() != null) {
            member.bindAddress(cluster.bindAddress());
        }
        if (cluster.port() != null) {
            member.port(cluster.port());
        }
        if (cluster.hazelcastFile() != null) {
            member.hazelcastFile(cluster.hazelcastFile());
        }
    }
}
