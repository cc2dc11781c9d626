package io.carillon.verify.fault;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a member is given a wrong time of day: by libfaketime where that is installed, else only the time of day that the grid's
 * library reckons with.
 */
final class FalseTime {

    private static final Optional<Path> LIBRARY = Stream.of(
                    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
                    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
                    "/usr/lib64/faketime/libfaketime.so.1")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst();

    private FalseTime() {}

    /** What the reader of a report should know; empty if nothing is left out. */
    static Optional<String> shortfall() {
        return LIBRARY.isPresent()
                ? Optional.empty()
                : Optional.of("libfaketime is not installed: false-clock moves the clock of the grid's library only,"
                        + " not the member's time of day");
    }

    static List<String> jvmOptions(Duration off) {
        return LIBRARY.isPresent() ? List.of() : List.of("-Dcom.hazelcast.clock.offset=" + off.toMillis());
    }

    static Map<String, String> environment(Duration off) {
        return LIBRARY.map(library -> Map.of(
                        "LD_PRELOAD",
                        library.toString(),
                        "FAKETIME",
                        (off.isNegative() ? "" : "+") + off.toSeconds(),
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        // Else a wait of the Java virtual machine, which is by the monotonic clock, ends at once.
                        "FAKETIME_FORCE_MONOTONIC_FIX",
                        "0"))
                .orElse(Map.of());
    }
}
