package io.carillon.worker;

import static io.carillon.worker.InProcessGrid.run;
import static io.carillon.worker.InProcessGrid.runId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers that end their process, in one of their own: the grid hears it from the worker or from the end of the stream. */
class ProcessEndTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InProcessGrid grid = InProcessGrid.onLoopback();

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void close() {
        processes.forEach(Process::destroyForcibly);
        grid.close();
    }

    @Test
    void worker_that_is_closed_as_a_handler_exits_fails_that_run_and_hands_back_the_others() throws Exception {
        Process process = start("exit", true);
        grid.assign(run(runId(1), 1, "block"));
        awaitAccepted(1);
        grid.assign(run(runId(2), 2, "deed"));

        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(process.exitValue()).isEqualTo(3);
        assertThat(grid.handedBack()).extracting(HeldRun::getRunId).containsOnly(runId(1));
        assertThat(grid.results()).singleElement().satisfies(result -> {
            assertThat(result.getRunId()).isEqualTo(runId(2));
            assertThat(result.getFailure().getKind()).isEqualTo(FailureKind.FAILURE_KIND_RETRYABLE);
            assertThat(result.getFailure().getErrorType()).isEqualTo("program_ended");
        });
    }

    @Test
    void exit_without_a_hook_and_halt_end_the_stream_and_leave_the_leases_to_lapse() throws Exception {
        for (String deed : List.of("exit", "halt")) {
            Process process = start(deed, false);
            grid.assign(run(runId(1), 1, "deed"));

            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            await().atMost(PATIENCE).until(() -> !grid.isConnected());
            assertThat(grid.results()).isEmpty();
            assertThat(grid.handedBack()).isEmpty();
        }
    }

    @Test
    void memory_that_is_used_up_fails_the_run_and_not_the_worker() throws Exception {
        Process process = start("fill", false, "-Xmx96m");
        grid.assign(run(runId(1), 1, "deed"));
        await().atMost(PATIENCE).until(() -> !grid.results().isEmpty());
        assertThat(grid.results().get(0).getFailure().getErrorType()).isEqualTo(OutOfMemoryError.class.getName());

        grid.assign(run(runId(2), 2, "good"));
        await().atMost(PATIENCE).until(() -> grid.results().stream().anyMatch(RunResult::hasSuccess));
        assertThat(process.isAlive()).isTrue();
    }

    private void awaitAccepted(int number) {
        await().atMost(PATIENCE)
                .until(() -> grid.ofKind(MessageCase.ACCEPTED)
                        .flatMap(message -> message.getAccepted().getRunsList().stream())
                        .anyMatch(accepted -> accepted.getRunId().equals(runId(number))));
    }

    private Process start(String deed, boolean closes, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ProcessEnd.class.getName(),
                grid.name,
                deed,
                Boolean.toString(closes)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker-" + deed + ".log").toFile())
                .start();
        processes.add(process);
        await().atMost(PATIENCE).until(grid::isConnected);
        return process;
    }
}
