package io.carillon.app.wiring;

import io.carillon.app.demo.DemoWorker;
import io.carillon.app.settings.ClusterProperties;
import io.carillon.app.settings.DemoProperties;
import io.carillon.app.start.Greeting;
import io.carillon.gateway.grpc.NearAddress;
import io.carillon.member.wiring.Member;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.grpc.server.lifecycle.GrpcServerStartedEvent;

/** Says that the member serves once it does, and sends workers elsewhere before the doors close. */
final class MemberOpening {

    private static final Logger log = LoggerFactory.getLogger(MemberOpening.class);

    private static final String STRUCTURED = "logging.structured.format.console";

    private final Member member;
    private final Database database;
    private final DemoProperties demo;
    private final Greeting.Doors doors;
    private @Nullable DemoWorker demoWorker;
    private String grpcAddress = "";

    MemberOpening(
            Member member, Database database, DemoProperties demo, ClusterProperties cluster, Greeting.Doors doors) {
        this.member = member;
        this.database = database;
        this.demo = demo;
        this.doors = doors;
        log.info("cluster={} port={} members={}", cluster.name(), cluster.port(), cluster.members());
    }

    @EventListener
    void grpcStarted(GrpcServerStartedEvent event) {
        grpcAddress = NearAddress.of(event.getServer());
    }

    @EventListener
    @SuppressWarnings("SystemOut") // the greeting is for the person at the terminal, not for the log
    void ready(ApplicationReadyEvent event) {
        member.awaitServing();
        WebServerApplicationContext web = (WebServerApplicationContext) event.getApplicationContext();
        int port = web.getWebServer() == null ? 0 : web.getWebServer().getPort();
        if (demo.enabled()) {
            demoWorker = DemoWorker.start(grpcAddress);
        }
        // Whoever wants JSON has a collector, and no person at the terminal.
        boolean structured = event.getApplicationContext().getEnvironment().containsProperty(STRUCTURED);
        Greeting.lines(doors, port, grpcAddress, database.place(), demo.enabled()).stream()
                .filter(line -> !structured || !line.isBlank())
                .forEach(structured ? line -> log.info("{}", line.strip()) : System.out::println);
    }

    @EventListener
    void closing(ContextClosedEvent event) {
        if (demoWorker != null) {
            demoWorker.close();
        }
        member.awaitTurnToLeave();
        member.engine().leave("the member stops");
    }
}
