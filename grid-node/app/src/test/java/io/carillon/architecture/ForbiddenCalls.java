package io.carillon.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaConstructor;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** The calls by which code gets at the clock, at chance, or at sleep behind its caller's back. */
final class ForbiddenCalls {
    private ForbiddenCalls() {}

    /** Takes the time from the machine. Taking it from a {@link Clock} that was passed in is fine. */
    static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        Predicate<CodeUnitAccessTarget> now =
                call -> call.getOwner().getPackageName().startsWith("java.time")
                        && call.getName().equals("now");
        return describe(
                "reads the clock",
                method(System.class, "currentTimeMillis", "nanoTime")
                        .or(now.and(without(Clock.class)))
                        .or(method(Clock.class, "system", "systemUTC", "systemDefaultZone"))
                        .or(method(Clock.class, "tickMillis", "tickSeconds", "tickMinutes"))
                        .or(method(Calendar.class, "getInstance"))
                        .or(constructorWithoutArguments(Date.class)));
    }

    /** Draws a number from a source that nobody seeded. */
    static DescribedPredicate<JavaAccess<?>> drawsFromChance() {
        return describe(
                "draws from chance",
                method(Math.class, "random")
                        .or(method(ThreadLocalRandom.class, "current"))
                        .or(method(RandomGenerator.class, "getDefault", "of"))
                        .or(method(SecureRandom.class, "getInstance", "getInstanceStrong"))
                        .or(constructorWithoutArguments(Random.class))
                        .or(constructorWithoutArguments(SplittableRandom.class))
                        .or(constructorWithoutArguments(SecureRandom.class)));
    }

    /** Makes an identifier from chance. */
    static DescribedPredicate<JavaAccess<?>> makesRandomUuids() {
        return describe("makes random UUIDs", method(UUID.class, "randomUUID"));
    }

    /** Holds its thread for a time, rather than until something happens. */
    static DescribedPredicate<JavaAccess<?>> sleeps() {
        return describe("sleeps", method(Thread.class, "sleep").or(method(TimeUnit.class, "sleep")));
    }

    private static Predicate<CodeUnitAccessTarget> method(Class<?> owner, String... names) {
        Set<String> wanted = Set.of(names);
        return call -> call.getOwner().isEquivalentTo(owner) && wanted.contains(call.getName());
    }

    private static Predicate<CodeUnitAccessTarget> constructorWithoutArguments(Class<?> owner) {
        return call -> call.getOwner().isEquivalentTo(owner)
                && call.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                && call.getRawParameterTypes().isEmpty();
    }

    private static Predicate<CodeUnitAccessTarget> without(Class<?> parameter) {
        return call -> call.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(parameter));
    }

    private static DescribedPredicate<JavaAccess<?>> describe(
            String description, Predicate<CodeUnitAccessTarget> forbidden) {
        return DescribedPredicate.describe(description, access -> {
            AccessTarget target = access.getTarget();
            return target instanceof CodeUnitAccessTarget call && forbidden.test(call);
        });
    }
}
