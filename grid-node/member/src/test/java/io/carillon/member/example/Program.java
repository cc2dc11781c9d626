package io.carillon.member.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A Java program in a process of its own, with our class path; keeps what it prints. */
final class Program implements AutoCloseable {

    private static final long STOP_SECONDS = 60;

    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Program(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "program-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** With none of the JVM's options that tests have, as a user would start it. */
    static Program start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return new Program(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    long pid() {
        return process.pid();
    }

    /** @throws AssertionError with what it printed */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new AssertionError(output());
        }
    }

    /** Those that begin so. */
    List<String> lines(String start) {
        return lines.stream().filter(line -> line.startsWith(start)).toList();
    }

    String output() {
        return String.join("\n", lines);
    }

    /** SIGTERM. @return the exit code */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it does not stop:\n" + output());
        }
        return process.exitValue();
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("the output cannot be read: " + e);
        }
    }
}
