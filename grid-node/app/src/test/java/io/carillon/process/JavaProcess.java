package io.carillon.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A jar as a process of its own, its output in a file; can be started again with the same arguments after it died. */
final class JavaProcess implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(90);

    private final String name;
    private final List<String> program;
    private final List<String> jvmOptions = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Path dir;
    private final String readyText;
    private int starts;
    private @Nullable Process process;

    /** @param readyText in the output once it can be used */
    JavaProcess(String name, Path jar, List<String> arguments, Path dir, String readyText) {
        this.name = name;
        this.dir = dir;
        this.readyText = readyText;
        this.program = new ArrayList<>(List.of("-jar", jar.toString()));
        this.program.addAll(arguments);
    }

    /** An option of the Java virtual machine, from the next start on. */
    void jvmOption(String option) {
        jvmOptions.add(option);
    }

    /** A variable of its environment, from the next start on. */
    void environment(String variable, String value) {
        environment.put(variable, value);
    }

    /** Starts it and waits until it says that it is ready. */
    void start() {
        launch();
        awaitReady();
    }

    /** Starts it. */
    void launch() {
        starts++;
        try {
            ProcessBuilder builder = new ProcessBuilder(command())
                    .directory(dir.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output().toFile());
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitReady() {
        Awaitility.await(name + " is ready")
                .atMost(START_TIMEOUT)
                .pollInterval(Duration.ofMillis(100))
                .failFast(() -> assertThat(alive())
                        .as(() -> name + " ended before it was ready:\n" + said())
                        .isTrue())
                .until(() -> said().contains(readyText));
    }

    /** What it has printed since its last start. */
    String said() {
        try {
            return Files.readString(output());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has ended by itself. @return its exit code */
    int awaitEnd() throws InterruptedException {
        if (!running().waitFor(START_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError(name + " goes on:\n" + said());
        }
        return running().exitValue();
    }

    boolean alive() {
        return process != null && process.isAlive();
    }

    long pid() {
        return running().pid();
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        running().destroyForcibly().waitFor();
    }

    /** kill -STOP: it stands still until {@link #resume}, its connections open. */
    void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** kill -CONT. */
    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** SIGTERM, without waiting for the end. */
    void terminate() {
        running().destroy();
    }

    /** SIGTERM, as Ctrl-C does it. @return its exit code */
    int stop() throws InterruptedException {
        running().destroy();
        if (!running().waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            running().destroyForcibly();
            throw new AssertionError(name + " did not stop in " + STOP_TIMEOUT + ":\n" + said());
        }
        return running().exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        if (alive()) {
            kill();
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).as("kill -%s", name).isZero();
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3"));
        command.addAll(jvmOptions);
        command.addAll(program);
        return command;
    }

    private Path output() {
        return dir.resolve(name + "-" + starts + ".log");
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return process;
    }
}
