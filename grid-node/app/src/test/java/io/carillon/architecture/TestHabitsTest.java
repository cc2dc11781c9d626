package io.carillon.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.carillon.architecture.ForbiddenCalls.drawsFromChance;
import static io.carillon.architecture.ForbiddenCalls.readsTheClock;
import static io.carillon.architecture.ForbiddenCalls.sleeps;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What test code must not do either. Tests of other modules are on no class path of ours, so their classes are read from where the
 * build puts them; a module that is not built is passed over.
 */
class TestHabitsTest {
    private static final List<String> MODULES = List.of(
            "grid-node/domain",
            "grid-node/engine",
            "grid-node/member",
            "grid-node/starter",
            "grid-node/app",
            "persistence",
            "client-sdk",
            "worker");

    private static final Set<String> TEST_ANNOTATIONS = Set.of(
            "com.tngtech.archunit.junit.ArchTest",
            "org.junit.jupiter.api.RepeatedTest",
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.api.TestFactory",
            "org.junit.jupiter.api.TestTemplate",
            "org.junit.jupiter.params.ParameterizedTest");

    private static JavaClasses tests;

    @BeforeAll
    static void read_test_classes() {
        Path root = Path.of("").toAbsolutePath().resolve("../..").normalize();
        tests = new ClassFileImporter()
                .importPaths(MODULES.stream()
                        .map(module -> root.resolve(module).resolve("target/test-classes"))
                        .filter(Files::isDirectory)
                        .toList());
        assertThat(tests.contain(TestHabitsTest.class))
                .as("tests read from %s", root)
                .isTrue();
    }

    @Test
    void no_test_sleeps() {
        noClasses().should().accessTargetWhere(sleeps()).check(tests);
    }

    @Test
    void chance_is_seeded() {
        noClasses().should().accessTargetWhere(drawsFromChance()).check(tests);
    }

    /** Tests against real servers and processes may look at the clock to bound their wait. */
    @Test
    void pure_tests_do_not_read_the_clock() {
        noClasses()
                .that()
                .resideInAPackage("io.carillon.domain..")
                .should()
                .accessTargetWhere(readsTheClock())
                .allowEmptyShould(true)
                .check(tests);
    }

    /** Surefire and Failsafe pass over any other name in silence. */
    @Test
    void classes_with_tests_have_names_that_end_in_test() {
        classes().that(haveTests()).should().haveSimpleNameEndingWith("Test").check(tests);
    }

    private static DescribedPredicate<JavaClass> haveTests() {
        return DescribedPredicate.describe(
                "have tests",
                type -> type.getEnclosingClass().isEmpty()
                        && Stream.concat(type.getMethods().stream(), type.getFields().stream())
                                .flatMap(member -> member.getAnnotations().stream())
                                .anyMatch(annotation -> TEST_ANNOTATIONS.contains(
                                        annotation.getRawType().getName())));
    }
}
