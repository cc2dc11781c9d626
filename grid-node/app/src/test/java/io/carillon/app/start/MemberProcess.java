package io.carillon.app.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged member as a process of its own. */
public final class MemberProcess implements AutoCloseable {

    private static final Path JAR = Path.of("target/carillon-grid-node.jar").toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private final Process process;
    private final Path out;
    private final Path err;

    private MemberProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** @param folder where it runs, and leaves what it says */
    public static MemberProcess start(
            Path folder, Map<String, String> environment, List<String> jvm, List<String> settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
        command.addAll(jvm);
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(settings);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new MemberProcess(builder.start(), out, err);
    }

    public int exitCode() throws InterruptedException {
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            throw new AssertionError("the member did not end");
        }
        return process.exitValue();
    }

    void terminate() {
        process.destroy();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    public String out() throws IOException {
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    public String err() throws IOException {
        return Files.readString(err, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
