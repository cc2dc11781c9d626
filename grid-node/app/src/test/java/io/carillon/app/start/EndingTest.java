package io.carillon.app.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a process ends that must not go on, in processes of their own. */
@Tag("process")
class EndingTest {

    @TempDir
    Path folder;

    /** A member whose grid has ended while a thread of its own goes on for ever. */
    static final class MustStop {
        private MustStop() {}

        public static void main(String[] arguments) throws InterruptedException {
            Ending ending = new Ending();
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(ending.exitCode())));
            ending.mustStop("the grid has ended");
            ending.mustStop("a second reason");
            Thread.currentThread().join();
        }
    }

    /** A member of which one thread found no memory, while another goes on for ever. */
    static final class NoMemory {
        private NoMemory() {}

        public static void main(String[] arguments) throws InterruptedException {
            Thread.setDefaultUncaughtExceptionHandler(new OutOfMemory());
            new Thread(() -> {
                        throw new OutOfMemoryError("made for a test");
                    })
                    .start();
            Thread.currentThread().join();
        }
    }

    @Test
    void a_member_that_must_stop_says_why_and_exits_with_1() throws IOException, InterruptedException {
        assertThat(linesOf(MustStop.class)).containsExactly("carillon: must stop: the grid has ended");
    }

    @Test
    void a_member_without_memory_says_so_and_exits_with_1() throws IOException, InterruptedException {
        assertThat(linesOf(NoMemory.class))
                .containsExactly("carillon: must stop: out of memory; give the member a larger heap (-Xmx)");
    }

    private List<String> linesOf(Class<?> program) throws IOException, InterruptedException {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(1);
        return Files.readAllLines(err).stream()
                .filter(line -> line.startsWith("carillon: "))
                .toList();
    }
}
