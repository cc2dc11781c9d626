package io.carillon.verify.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Java program as a process of its own that can be killed, frozen and started again where it was. What it prints goes to a
 * file, one for each start. One thread at a time kills and starts it; any may call {@link #alive} and {@link #revive}.
 */
public final class ChildProcess {

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SIGNAL_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final List<String> arguments;
    private final Path dir;
    private int starts;
    private List<String> options = List.of();
    private Map<String, String> environment = Map.of();
    private volatile boolean wanted;
    private volatile @Nullable Process process;

    /** @param arguments of {@code java} */
    ChildProcess(String name, List<String> arguments, Path dir) {
        this.name = name;
        this.arguments = List.copyOf(arguments);
        this.dir = dir;
    }

    public String name() {
        return name;
    }

    /** Does nothing if it runs. */
    public void start() {
        start(List.of(), Map.of());
    }

    /**
     * Does nothing if it runs.
     *
     * @param withOptions of the Java virtual machine, until it is next started here
     * @param withEnvironment besides ours, until it is next started here
     */
    public synchronized void start(List<String> withOptions, Map<String, String> withEnvironment) {
        options = List.copyOf(withOptions);
        environment = Map.copyOf(withEnvironment);
        wanted = true;
        if (!alive()) {
            launch();
        }
    }

    /**
     * Starts it again, as it was, if it has ended by itself.
     *
     * @return how it had ended; empty if it runs, or was killed or stopped from here
     */
    public Optional<String> revive() {
        if (!wanted || alive()) {
            return Optional.empty();
        }
        synchronized (this) {
            Process ended = process;
            if (!wanted || alive() || ended == null) {
                return Optional.empty();
            }
            String how = name + " ended by itself with " + ended.exitValue() + ": " + lastLine();
            launch();
            return Optional.of(how);
        }
    }

    private void launch() {
        starts++;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve(name + "-" + starts + ".log").toFile());
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new ClusterException("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    boolean started() {
        return process != null;
    }

    public boolean alive() {
        Process current = process;
        return current != null && current.isAlive();
    }

    /** kill -9. */
    public void kill() throws InterruptedException {
        Process current = unwanted();
        if (current != null && !current.destroyForcibly().waitFor(KILL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ClusterException(name + " cannot be killed");
        }
    }

    private synchronized @Nullable Process unwanted() {
        wanted = false;
        return process;
    }

    /** SIGTERM; kill -9 if it has not ended by then. */
    public void stop(Duration longest) throws InterruptedException {
        Process current = unwanted();
        if (current == null) {
            return;
        }
        current.destroy();
        if (!current.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
        }
    }

    /** kill -STOP: it stands still until {@link #resume}, its connections open. */
    public void freeze() throws InterruptedException {
        signal("STOP", List.of(pid()));
    }

    /** kill -CONT. */
    public void resume() throws InterruptedException {
        if (alive()) {
            signal("CONT", List.of(pid()));
        }
    }

    public long pid() {
        Process current = process;
        if (current == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return current.pid();
    }

    /** The last line it has printed, for messages. */
    public String lastLine() {
        Path log = dir.resolve(name + "-" + starts + ".log");
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "it has said nothing" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "see " + log;
        }
    }

    /** Passes over processes that have ended meanwhile. */
    public static void signal(String signal, List<Long> processIds) throws InterruptedException {
        if (processIds.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processIds.forEach(id -> command.add(id.toString()));
        try {
            Process kill = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!kill.waitFor(SIGNAL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                kill.destroyForcibly();
                throw new ClusterException("kill -" + signal + " does not end");
            }
        } catch (IOException e) {
            throw new ClusterException("cannot send SIG" + signal + ": " + e.getMessage(), e);
        }
    }
}
