package io.carillon.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code verify} as somebody would type it, in a process of its own. */
final class VerifyRun {

    private static final Path JAR = Path.of("target/carillon-grid-node.jar").toAbsolutePath();
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

    /**
     * @param said all that it has printed
     * @param report the folder of its reports
     */
    record Result(int exitCode, String said, Path report) {}

    private VerifyRun() {}

    /**
     * @param dir gets the report, in a new folder
     * @param longest after which it is stopped, as Ctrl-C does it
     */
    static Result of(Path dir, Duration longest, List<String> options) throws IOException, InterruptedException {
        Path output = Files.createTempFile(dir, "verify-", ".txt");
        Path report = Files.createTempDirectory(dir, "report-");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-jar",
                JAR.toString(),
                "verify",
                "--report=" + report));
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroy();
                process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                throw new AssertionError("verify does not end:\n" + Files.readString(output, StandardCharsets.UTF_8));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8), report);
    }
}
