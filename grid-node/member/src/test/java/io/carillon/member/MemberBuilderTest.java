package io.carillon.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What is refused before anything is opened, and with which words. */
class MemberBuilderTest {

    @ParameterizedTest
    @MethodSource
    void refuses(Consumer<MemberBuilder> said, String words) {
        assertThatThrownBy(() -> {
                    MemberBuilder member = CarillonMember.builder();
                    said.accept(member);
                    member.start();
                })
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining(words);
    }

    static Stream<Arguments> refuses() {
        return Stream.of(
                says(member -> {}, "a member needs PostgreSQL: say dataSource or jdbcUrl"),
                says(member -> member.jdbcUrl("jdbc:postgresql:x").dataSource(new PGSimpleDataSource()), "not both"),
                says(member -> member.jdbcUrl("jdbc:postgresql:x").schema("No"), "small letters"),
                says(
                        member -> member.jdbcUrl("jdbc:postgresql:x").storeConnections(0, 4),
                        "writers must be from 1 to 16"),
                says(member -> member.jdbcUrl("jdbc:postgresql:x").expectedSize(3), "say port and members"),
                says(
                        member -> member.jdbcUrl("jdbc:postgresql:x").bindAddress("0.0.0.0"),
                        "bindAddress 0.0.0.0 listens beyond this machine without access control"),
                says(
                        member -> member.jdbcUrl("jdbc:postgresql:x")
                                .grpcAddress("0.0.0.0")
                                .grpcPort(0),
                        "grpcAddress 0.0.0.0 listens beyond this machine without access control"),
                says(
                        member -> member.lease(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                        "the lease must be from PT3S"),
                says(
                        member -> member.lease(Duration.ofSeconds(10), Duration.ofSeconds(6)),
                        "the heartbeat must be from"),
                says(member -> member.preloadHorizon(Duration.ofSeconds(1)), "the horizon must be from"),
                says(member -> member.loops(0), "loops must be from 1 to 64"),
                says(member -> member.readyMax(99), "readyMax must be from 100"),
                says(
                        member -> member.traces(InMemorySpanExporter.create(), 2),
                        "the ratio of traces must be from 0 to 1"),
                says(member -> member.redrivesPerSecond(0), "redrivesPerSecond must be from 1"));
    }

    @Test
    void says_that_postgresql_does_not_answer() {
        MemberBuilder member = CarillonMember.builder().jdbcUrl("jdbc:postgresql://127.0.0.1:1/none");
        assertThatThrownBy(member::start).hasMessageContaining("PostgreSQL cannot be used");
        assertThat(Thread.getAllStackTraces().keySet())
                .as("what was opened is closed again")
                .noneMatch(thread -> thread.isAlive() && thread.getName().equals("carillon-store-watch"));
    }

    private static Arguments says(Consumer<MemberBuilder> said, String words) {
        return arguments(said, words);
    }
}
