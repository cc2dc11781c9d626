package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

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
        WaveOptions options = parsed(args);
        closeWhenStopped();
        Terminal.print("%d cores, Java %s, %s", Runtime.getRuntime().availableProcessors(), Runtime.version(), options);
        Files.createDirectories(options.dir());
        return options;
    }

    private static WaveOptions parsed(String[] args) {
        try {
            return WaveOptions.parse(args);
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
