package io.carillon.app.wiring;

import io.carillon.app.settings.AlertProperties;
import io.carillon.app.settings.AuditProperties;
import io.carillon.app.settings.ClusterProperties;
import io.carillon.app.settings.DemoProperties;
import io.carillon.app.settings.EmbeddedPostgresProperties;
import io.carillon.app.settings.EngineProperties;
import io.carillon.app.settings.JetProperties;
import io.carillon.app.settings.ManagementCenterProperties;
import io.carillon.app.settings.RedriveProperties;
import io.carillon.app.settings.SchemaProperties;
import io.carillon.app.settings.SecurityProperties;
import io.carillon.app.settings.StartProperties;
import io.carillon.app.start.Ending;
import io.carillon.app.start.Greeting;
import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.grid.GridAddress;
import io.carillon.engine.grid.GridCp;
import io.carillon.engine.grid.GridPeers;
import io.carillon.engine.grid.GridSettings;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.engine.shard.Patience;
import io.carillon.gateway.rest.RestConfiguration;
import io.carillon.member.tracing.Traces;
import io.carillon.member.wiring.Member;
import io.carillon.member.wiring.MemberSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The beans of a member: its parts, its doors, and what starts and stops with it. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableConfigurationProperties({
    ClusterProperties.class,
    EngineProperties.class,
    RedriveProperties.class,
    AlertProperties.class,
    EmbeddedPostgresProperties.class,
    SecurityProperties.class,
    AuditProperties.class,
    DemoProperties.class,
    ManagementCenterProperties.class,
    JetProperties.class,
    SchemaProperties.class,
    StartProperties.class
})
@Import({
    DatabaseConfiguration.class,
    DoorConfiguration.class,
    AccessConfiguration.class,
    RestConfiguration.class,
    GrpcConfiguration.class,
    TracingConfiguration.class,
    WatchdogConfiguration.class
})
public class MemberConfiguration {

    @Bean
    MemberSettings memberSettings(
            Database database,
            ClusterProperties cluster,
            EngineProperties engine,
            RedriveProperties redrive,
            AlertProperties alerts,
            AuditProperties audit,
            SchemaProperties schema,
            StartProperties start,
            ManagementCenterProperties managementCenter,
            JetProperties jet) {
        LoopSettings loop = LoopSettings.DEFAULT
                .withLease(engine.lease().duration())
                .withHandOffTimeout(engine.handoff().timeout())
                .withHorizon(engine.preload().horizon())
                .withWaitingMax(Math.max(1, engine.ready().max() / engine.loops()))
                .withPatience(new Patience(
                        engine.cancel().grace(),
                        engine.timeout().grace(),
                        engine.queue().deadline()));
        GridSettings grid = new GridSettings(
                cluster.name(),
                new GridAddress(cluster.bindAddress(), null, cluster.port(), false)
                        .withClientPort(managementCenter.enabled() ? managementCenter.port() : 0),
                new GridPeers(cluster.members(), cluster.kubernetesService(), cluster.healthySize()),
                new GridCp(ClusterSize.cpMembersFor(cluster.healthySize()), cluster.cpResetAfter(), true),
                GridSettings.MAP_STORE_THREADS_DEFAULT,
                null,
                Map.of(
                        "lease.duration", engine.lease().duration().toString(),
                        "lease.heartbeat", engine.lease().heartbeat().toString(),
                        "handoff.timeout", engine.handoff().timeout().toString()),
                jet.enabled());
        return new MemberSettings(
                StoreSettings.of(database.jdbcUrl(), database.username(), database.password())
                        .withMigration(schema.migrate()),
                start.databaseWait(),
                grid,
                cluster.expectedSize(),
                loop,
                engine.loops(),
                engine.history().retention(),
                redrive.rate(),
                alerts.allowed(),
                audit.retention());
    }

    @Bean
    MemberOpening memberOpening(
            Member member, Database database, DemoProperties demo, ClusterProperties cluster, Environment settings) {
        return new MemberOpening(member, database, demo, cluster, Greeting.Doors.of(settings));
    }

    @Bean(destroyMethod = "close")
    Member member(
            MemberSettings settings,
            MeterRegistry meters,
            Traces traces,
            Ending ending,
            ManagementCenterProperties managementCenter) {
        Member member = new Member(settings, meters, traces);
        if (managementCenter.enabled()) {
            member.grid().admitManagementCenter();
        }
        var unused = member.grid().ended().thenAccept(ending::mustStop);
        return member;
    }

    @Bean
    CpHealth cp(Member member) {
        return new CpHealth(member.grid()::cp, member.time());
    }

    @Bean
    SettledEndpoint settledEndpoint(Member member) {
        return new SettledEndpoint(member);
    }

    @Bean
    MemberHealth memberHealth(Member member) {
        return new MemberHealth(member);
    }
}
