package io.carillon.benchmarks.wave;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A JVM of the measurement. What it prints goes to a log file; lines that begin with a question's word are its answers. */
final class Child implements AutoCloseable {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final Path log;
    private final Process process;
    private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(16);
    private volatile String question = "";

    private Child(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** @param arguments of this JVM's {@code java} */
    static Child start(String name, Path dir, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Child child = new Child(name, dir.resolve(name + ".log"), process);
        Thread reader = new Thread(child::read, name + "-output");
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    long pid() {
        return process.pid();
    }

    /** @throws IllegalStateException if it has ended */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " has ended with " + process.exitValue() + ", see " + log);
        }
    }

    /**
     * Sends a line and waits for the line that begins with it.
     *
     * @return what follows the question in the answer
     */
    String ask(String line) throws InterruptedException {
        return ask(line, ANSWER_TIMEOUT);
    }

    /** The same, for what takes longer. */
    String ask(String line, Duration timeout) throws InterruptedException {
        question = line + " ";
        answers.clear();
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " does not listen, see " + log, e);
        }
        String answer = answers.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            throw new IllegalStateException(name + " does not answer " + line + ", see " + log);
        }
        return answer.substring(line.length() + 1);
    }

    /** Asks it to stop, and kills it if it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                Writer file = Files.newBufferedWriter(log)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!question.isEmpty() && line.startsWith(question) && !answers.offer(line)) {
                    throw new IllegalStateException("answers nobody waits for: " + line);
                }
                file.write(line + "\n");
                file.flush();
            }
        } catch (IOException e) {
            // The process has been killed: whoever asks it next is told so.
            process.destroyForcibly();
        }
    }
}
