package io.carillon.app.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.carillon.app.settings.SettingsException;
import io.carillon.member.wiring.StartException;
import io.carillon.persistence.embedded.EmbeddedPostgresException;
import java.net.BindException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.web.server.PortInUseException;

class StartFailureTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(
                        new SettingsException("carillon.x=1 is not allowed"),
                        2,
                        "bad settings: carillon.x=1 is not allowed"),
                arguments(new StartException("no room"), 1, "cannot start: no room"),
                arguments(
                        new EmbeddedPostgresException("cannot write to /d: make it writable"),
                        1,
                        "cannot start the embedded PostgreSQL: cannot write to /d: make it writable"),
                arguments(
                        new PortInUseException(8080),
                        1,
                        "cannot start: port 8080 is taken; choose another with --server.port=PORT"),
                arguments(
                        new SQLException("Connection refused\n  at somewhere"),
                        1,
                        "cannot start: PostgreSQL at spring.datasource.url cannot be used: Connection refused at"
                                + " somewhere"),
                arguments(
                        new BindException("Address already in use"),
                        1,
                        "cannot start: a port is taken (Address already in use); choose another with --server.port,"
                                + " --spring.grpc.server.port or --carillon.cluster.port"),
                arguments(new IllegalStateException("odd"), 1, "cannot start: java.lang.IllegalStateException: odd"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_failure_is_one_line_however_deep_it_lies(Exception cause, int exitCode, String line) {
        assertThat(StartFailure.of(cause)).isEqualTo(new StartFailure(line, exitCode));
        Exception wrapped = new IllegalStateException("bean x", new RuntimeException("factory y", cause));
        assertThat(StartFailure.of(wrapped)).isEqualTo(new StartFailure(line, exitCode));
    }

    @Test
    void causes_that_go_in_circles_end() {
        Exception inner = new IllegalStateException("inner");
        Exception outer = new IllegalStateException("outer", inner);
        inner.initCause(outer);
        assertThat(StartFailure.of(outer).exitCode()).isEqualTo(1);
    }
}
