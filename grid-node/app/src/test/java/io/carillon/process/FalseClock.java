package io.carillon.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clock of a machine that is wrong, for one process: its time of day by libfaketime where that is installed (Debian's
 * package of this name, or {@code -Dcarillon.test.faketime=} its file), which can also jump while the process runs; else only
 * the time of day that the grid's library reckons with.
 */
final class FalseClock {

    private static final Optional<Path> LIBRARY = Stream.of(
                    System.getProperty("carillon.test.faketime", "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
                    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst();

    private final Path file;

    private FalseClock(Path file) {
        this.file = file;
    }

    /** Before the process is started. */
    static FalseClock of(JavaProcess process, Path dir, String name, Duration off) {
        FalseClock clock = new FalseClock(dir.resolve(name + ".faketime"));
        clock.write(off);
        if (LIBRARY.isPresent()) {
            process.environment("LD_PRELOAD", LIBRARY.get().toString());
            process.environment("FAKETIME_TIMESTAMP_FILE", clock.file.toString());
            process.environment("FAKETIME_CACHE_DURATION", "1");
            process.environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
            // Else a wait of the Java virtual machine, which is by the monotonic clock, ends at once.
            process.environment("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        } else {
            process.jvmOption("-Dcom.hazelcast.clock.offset=" + off.toMillis());
        }
        return clock;
    }

    /** While the process runs; without effect where the clock cannot jump. */
    void jump(Duration off) {
        write(off);
    }

    private void write(Duration off) {
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, (off.isNegative() ? "" : "+") + off.toSeconds() + "\n");
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
