package io.carillon.persistence.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, within a time limit, and keeps what it said. */
final class Command {

    /** @param exitCode as the program gave it; {@link #NOT_STARTED} if there is no such program */
    record Result(int exitCode, String output) {

        static final int NOT_STARTED = -1;

        boolean ok() {
            return exitCode == 0;
        }

        /** The last line said, for messages of one line. */
        String lastLine() {
            String text = output.strip();
            return text.isEmpty() ? "exit code " + exitCode : text.substring(text.lastIndexOf('\n') + 1);
        }
    }

    private Command() {}

    /**
     * The output goes through a file: a server started by the program may inherit a pipe and would hold it open.
     *
     * @throws EmbeddedPostgresException if the program does not end in time
     */
    static Result run(List<String> command, Duration timeout) {
        Path output = null;
        try {
            output = Files.createTempFile("carillon-", ".out");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
            builder.environment().put("LC_ALL", "C");
            // The account the server runs under may not be allowed into ours.
            builder.directory(Path.of("/").toFile());
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                return new Result(Result.NOT_STARTED, String.valueOf(e.getMessage()));
            }
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new EmbeddedPostgresException(command.get(0) + " did not end within " + timeout.toSeconds()
                        + " s: " + String.join(" ", command));
            }
            return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedPostgresException("interrupted while running " + command.get(0), e);
        } finally {
            deleteQuietly(output);
        }
    }

    private static void deleteQuietly(@org.jspecify.annotations.Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
