package io.carillon.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.carillon.architecture.ForbiddenCalls.drawsFromChance;
import static io.carillon.architecture.ForbiddenCalls.makesRandomUuids;
import static io.carillon.architecture.ForbiddenCalls.readsTheClock;
import static io.carillon.architecture.ForbiddenCalls.sleeps;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Time and chance are arguments, so that every rule can be tested at any instant and with any luck.
 *
 * <p>There are four doors. In a member it is {@code io.carillon.engine.time}, which holds the one implementation of
 * {@code TimeSource}. The client and the worker live in the user's process, and {@code verify} in one of its own, without an engine:
 * each has one class named {@code SystemClock}, and everything else there takes its time and its chance from it.
 */
@AnalyzeClasses(packages = "io.carillon", importOptions = ImportOption.DoNotIncludeTests.class)
class TimeAndChanceTest {
    private static final DescribedPredicate<JavaClass> BEHIND_A_DOOR = DescribedPredicate.describe(
            "are io.carillon.engine.time or the SystemClock of the client, the worker or verify",
            type -> type.getPackageName().equals("io.carillon.engine.time") || isSystemClockOfAUserProcess(type));

    @ArchTest
    static final ArchRule nobody_reads_the_clock =
            noClasses().that(DescribedPredicate.not(BEHIND_A_DOOR)).should().accessTargetWhere(readsTheClock());

    @ArchTest
    static final ArchRule nobody_draws_from_chance =
            noClasses().that(DescribedPredicate.not(BEHIND_A_DOOR)).should().accessTargetWhere(drawsFromChance());

    /**
     * The client makes idempotency keys, which must differ between all processes for ever. No behaviour depends on their value, so
     * there is nothing to repeat in a test, and a seeded source would be the danger.
     */
    @ArchTest
    static final ArchRule only_the_client_makes_random_uuids = noClasses()
            .that(DescribedPredicate.not(BEHIND_A_DOOR))
            .and()
            .resideOutsideOfPackage("io.carillon.client..")
            .should()
            .accessTargetWhere(makesRandomUuids());

    /** Not even behind a door: a wait ends by what it waits for, and has a timeout. */
    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().accessTargetWhere(sleeps());

    private static boolean isSystemClockOfAUserProcess(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().get();
        }
        return outermost.getSimpleName().equals("SystemClock")
                && (outermost.getPackageName().startsWith("io.carillon.client")
                        || outermost.getPackageName().startsWith("io.carillon.worker")
                        || outermost.getPackageName().startsWith("io.carillon.verify"));
    }
}
