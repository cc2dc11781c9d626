package io.carillon.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Habits that no compiler checks. */
@AnalyzeClasses(packages = "io.carillon", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseStyleTest {
    private static final String GENERATED = "io.carillon.proto..";

    /** Without the annotation, NullAway passes over the package in silence. */
    @ArchTest
    static final ArchRule every_package_is_null_marked =
            classes().that().resideOutsideOfPackage(GENERATED).should(resideInANullMarkedPackage());

    @ArchTest
    static final ArchRule names_say_what_a_class_is = noClasses()
            .that()
            .resideOutsideOfPackage(GENERATED)
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Helpers|Impl|Manager)");

    @ArchTest
    static final ArchRule nothing_is_printed_past_the_log = noClasses()
            .that()
            .resideOutsideOfPackages("io.carillon.app..", "io.carillon.worker..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package whose package-info.java is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().tryGetPackageInfo().isPresent()
                        && type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(
                        type, marked, type.getName() + " is in a package that is not @NullMarked"));
            }
        };
    }
}
