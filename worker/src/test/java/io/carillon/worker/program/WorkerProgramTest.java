package io.carillon.worker.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged jar. */
@Tag("process")
class WorkerProgramTest {
    private static final Path JAR = Path.of("target/carillon-worker.jar").toAbsolutePath();

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end_processes() {
        started.forEach(Process::destroyForcibly);
    }

    @ParameterizedTest
    @CsvSource({
        "--carillon.worker.slots=0, carillon.worker.slots=0 is not allowed; allowed is 1 to 100000",
        "--carillon.worker.slot=5, unknown setting carillon.worker.slot",
        "--carillon.worker.http.allow=nowhere, carillon.worker.http.allow=nowhere is not allowed",
    })
    void bad_setting_is_one_clear_line_and_exit_code_2(String argument, String line) throws Exception {
        Process worker = start(argument);

        assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output())
                .singleElement()
                .asString()
                .startsWith("carillon-worker: bad settings: ")
                .contains(line);
        assertThat(worker.exitValue()).isEqualTo(2);
    }

    @Test
    void worker_without_a_grid_goes_on_trying_and_ends_cleanly() throws Exception {
        Process worker = start("--carillon.worker.grid=127.0.0.1:1", "--carillon.worker.id=w1");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> output().stream().anyMatch(line -> line.contains("event=cannot-connect")));

        worker.destroy();

        assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isZero();
        assertThat(output())
                .anyMatch(
                        line -> line.contains(
                                "event=worker-started id=w1 pool=default slots=20 grid=[127.0.0.1:1] handlers=[http] fallback=NONE"));
        assertThat(output().stream().filter(line -> line.contains("cannot-connect")))
                .as("one line, not one for each try")
                .hasSize(1);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
        command.add(JAR.toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
        started.add(process);
        return process;
    }

    private Path log() {
        return directory.resolve("worker.log");
    }

    private List<String> output() throws IOException {
        return Files.readAllLines(log());
    }
}
