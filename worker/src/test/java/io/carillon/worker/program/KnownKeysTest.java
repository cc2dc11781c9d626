package io.carillon.worker.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownKeysTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "carillon.worker.slots",
                "carillon.worker.shutdownGrace",
                "carillon.worker.http.allow[0]",
                "carillon.worker.grid[12]",
                "CARILLON_WORKER_SLOTS",
                "CARILLON_WORKER_SHUTDOWNGRACE",
                "CARILLON_WORKER_SHUTDOWN_GRACE",
                "CARILLON_WORKER_HTTP_ALLOW_0",
                "CARILLON_WORKER_GRID_1_",
                "carillon.cluster.name",
                "CARILLON_EMBEDDED_POSTGRES_DIR",
                "CARILLON_SERVICE_HOST",
                "CARILLON_SERVICE_PORT_GRPC",
                "CARILLON_PORT",
                "CARILLON_PORT_9090_TCP",
                "CARILLON_GRID_PORT_9090_TCP_ADDR",
                "CARILLON_WORKER_SERVICE_HOST",
                "spring.application.name",
                "carillonlike.key",
                "CARILLONHOME",
                "PATH",
            })
    void known_keys_members_keys_and_strangers_pass(String name) {
        assertThat(KnownKeys.complaints(List.of(name))).isEmpty();
    }

    /** One file or environment may serve both programs, so a worker must not stumble over what a member is told. */
    @Test
    void every_setting_of_either_program_passes() throws IOException {
        String page = Files.readString(Path.of("../README.md"));
        String settings = page.substring(page.indexOf("## Programs and settings"), page.indexOf("## Access"));
        List<String> named = Pattern.compile("`(carillon\\.[a-z.-]+)`")
                .matcher(settings)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(named).hasSizeGreaterThan(30).contains("carillon.ready.max", "carillon.worker.slots");
        assertThat(KnownKeys.complaints(named)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "carillon.worker.slot",
                "carillon.worker.http.allowed",
                "carillon.worker",
                "carillon.wroker.slots",
                "CARILLON_WORKER_SLOT",
                "CARILLON_HOME",
                "Carillon.Worker.Slotz",
            })
    void unknown_keys_are_named(String name) {
        assertThat(KnownKeys.complaints(List.of(name)))
                .singleElement()
                .asString()
                .startsWith("unknown setting " + name + ";");
    }
}
