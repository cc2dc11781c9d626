package io.carillon.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Who may depend on whom: domain on nothing; persistence and engine on domain; the client on its wire contract; the worker on the
 * client; the member on all of these; verify, which judges from outside, on client and worker alone; the app on the member, on the
 * worker for its demo alone; nobody on the app.
 *
 * <p>Maven's class paths already forbid most of it. These rules also hold where a class path cannot: between packages of one module,
 * and for libraries that a module has for another reason.
 */
@AnalyzeClasses(packages = "io.carillon", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleDirectionTest {
    private static final String DOMAIN = "io.carillon.domain..";
    private static final String ENGINE = "io.carillon.engine..";
    private static final String PERSISTENCE = "io.carillon.persistence..";
    private static final String CLIENT = "io.carillon.client..";
    private static final String WORKER = "io.carillon.worker..";
    private static final String PROTO = "io.carillon.proto..";
    private static final String GATEWAY = "io.carillon.gateway..";
    private static final String MEMBER = "io.carillon.member..";
    private static final String VERIFY = "io.carillon.verify..";

    private static final String[] APP = {
        "io.carillon.app..", "io.carillon.gateway.rest..", "io.carillon.dashboard..", "io.carillon.ops..",
    };

    @ArchTest
    static final ArchRule domain_knows_only_itself_and_java = classes()
            .that()
            .resideInAPackage(DOMAIN)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(DOMAIN, "java..", "org.jspecify..");

    /** Futures may stand in the ports that others implement. */
    @ArchTest
    static final ArchRule domain_does_no_io_and_has_no_threads = noClasses()
            .that()
            .resideInAPackage(DOMAIN)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.io..",
                            "java.net..",
                            "java.nio.file..",
                            "java.nio.channels..",
                            "java.util.concurrent..")
                    .or(equivalentTo(Thread.class))
                    .and(not(equivalentTo(CompletableFuture.class)))
                    .and(not(equivalentTo(CompletionStage.class))));

    @ArchTest
    static final ArchRule engine_knows_only_the_domain = ours(ENGINE, DOMAIN, ENGINE);

    @ArchTest
    static final ArchRule persistence_knows_only_the_domain = ours(PERSISTENCE, DOMAIN, PERSISTENCE);

    @ArchTest
    static final ArchRule client_knows_only_the_wire_contract = ours(CLIENT, CLIENT, PROTO);

    @ArchTest
    static final ArchRule worker_knows_only_the_client_and_the_wire_contract = ours(WORKER, WORKER, CLIENT, PROTO);

    /** Neither the process nor its REST door: programs that embed a member have doors of their own. */
    @ArchTest
    static final ArchRule member_knows_all_but_the_app = ours(
            MEMBER,
            MEMBER,
            DOMAIN,
            ENGINE,
            PERSISTENCE,
            CLIENT,
            WORKER,
            "io.carillon.gateway.api..",
            "io.carillon.gateway.grpc..",
            "io.carillon.gateway.json..");

    /** What judges the product must not share its rules. */
    @ArchTest
    static final ArchRule verify_knows_only_the_client_and_the_worker = ours(VERIFY, VERIFY, CLIENT, WORKER);

    /** Judging is apart from seeing: the same evidence can be checked again, by whoever has the file. */
    @ArchTest
    static final ArchRule checks_know_only_evidence_and_rules = ours(
            "io.carillon.verify.check..",
            "io.carillon.verify.evidence..",
            "io.carillon.verify.rules..",
            "io.carillon.verify.check..");

    @ArchTest
    static final ArchRule nobody_knows_the_app = noClasses()
            .that()
            .resideOutsideOfPackages(APP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(APP);

    /**
     * The demo puts a worker into the member's process, where it talks to the member as any other would: over gRPC. Alerts,
     * their settings and their wiring use the guard of its HTTP targets, and nothing else of it.
     */
    @ArchTest
    static final ArchRule nobody_but_the_demo_and_the_alerts_know_the_worker = noClasses()
            .that()
            .resideOutsideOfPackages(
                    WORKER,
                    VERIFY,
                    "io.carillon.app.demo..",
                    MEMBER,
                    "io.carillon.app.settings..",
                    "io.carillon.app.wiring..",
                    "io.carillon.app.verify..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(WORKER);

    @ArchTest
    static final ArchRule alerts_know_nothing_of_the_worker_but_its_guard = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.carillon.member.alerts..",
                    "io.carillon.member.wiring..",
                    "io.carillon.app.settings..",
                    "io.carillon.app.wiring..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.carillon.worker", "io.carillon.worker.runtime..", "io.carillon.worker.state..");

    @ArchTest
    static final ArchRule spring_stops_at_the_processes = noClasses()
            .that()
            .resideOutsideOfPackages(APP)
            .and()
            .resideOutsideOfPackage(WORKER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule jdbc_stays_out_of_the_engine_the_domain_and_the_client = noClasses()
            .that()
            .resideInAnyPackage(DOMAIN, ENGINE, CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", "com.zaxxer..", "org.flywaydb..");

    @ArchTest
    static final ArchRule hazelcast_types_stop_at_the_grid_and_the_map_stores = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.carillon.engine.grid..", "io.carillon.persistence.mapstore..", "io.carillon.app..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.hazelcast..");

    @ArchTest
    static final ArchRule spans_are_made_at_the_edge = noClasses()
            .that()
            .resideInAnyPackage(DOMAIN, ENGINE, PERSISTENCE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.opentelemetry..");

    @ArchTest
    static final ArchRule wire_types_stop_at_the_gateway_the_client_and_the_worker = noClasses()
            .that()
            .resideOutsideOfPackages(GATEWAY, CLIENT, WORKER, PROTO, "io.carillon.member.doors..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PROTO, "io.grpc..", "com.google.protobuf..");

    @ArchTest
    static final ArchRule packages_have_no_cycles =
            slices().matching("io.carillon.(**)").should().beFreeOfCycles();

    /** Of our own packages, classes in {@code origin} depend on {@code allowed} only. */
    private static ArchRule ours(String origin, String... allowed) {
        return noClasses()
                .that()
                .resideInAPackage(origin)
                .should()
                .dependOnClassesThat(resideInAPackage("io.carillon..").and(not(resideInAnyPackage(allowed))));
    }
}
