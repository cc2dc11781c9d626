package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/** How every measurement with real processes begins. */
final class Measurement {

    /** For the processes and the database to end. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(90);

    private Measurement() {}

    /**
     * Reads the options, says what is measured on which machine, makes the folder, and sees to it that a stop of this program
     * interrupts the calling thread and waits until it has closed what it opened. Bad options end the program with exit code 2.
     */
    static WaveOptions begin(String[] args) throws IOException {
        WaveOptions options = options(() -> WaveOptions.parse(args));
        begin(options, options.dir());
        return options;
    }

    /** The same for options of another kind. */
    static void begin(Object options, Path dir) throws IOException {
        closeWhenStopped();
        Terminal.print("%d cores, Java %s, %s", Runtime.getRuntime().availableProcessors(), Runtime.version(), options);
        Files.createDirectories(dir);
    }

    /** Bad options end the program with exit code 2. */
    static <T> T options(Supplier<T> parser) {
        try {
            return parser.get();
        } catch (IllegalArgumentException e) {
            Terminal.print(String.valueOf(e.getMessage()));
            System.exit(2);
            throw e;
        }
    }

    private static void closeWhenStopped() {
        Thread measurement = Thread.currentThread();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            measurement.interrupt();
                            try {
                                measurement.join(CLOSE_TIMEOUT.toMillis());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "stop"));
    }
}
