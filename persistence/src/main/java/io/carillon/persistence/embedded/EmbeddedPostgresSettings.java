package io.carillon.persistence.embedded;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the embedded server lives and listens.
 *
 * @param dir holds everything of it: {@code data}, {@code log}, {@code password}; made if missing, kept between runs
 * @param binaries where the server's programs are unpacked, once a version
 * @param port on 127.0.0.1; 0: any free one
 * @param startTimeout how long to wait until it answers, crash recovery included
 */
public record EmbeddedPostgresSettings(Path dir, Path binaries, int port, Duration startTimeout) {

    public static final Duration START_TIMEOUT_DEFAULT = Duration.ofMinutes(5);

    public EmbeddedPostgresSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is not in 0..65535");
        }
        dir = dir.toAbsolutePath().normalize();
        binaries = binaries.toAbsolutePath().normalize();
    }

    /** On any free port, with the programs unpacked beside the data. */
    public static EmbeddedPostgresSettings in(Path dir) {
        return new EmbeddedPostgresSettings(dir, dir.resolve("programs"), 0, START_TIMEOUT_DEFAULT);
    }

    public EmbeddedPostgresSettings withPort(int newPort) {
        return new EmbeddedPostgresSettings(dir, binaries, newPort, startTimeout);
    }

    public EmbeddedPostgresSettings withBinaries(Path newBinaries) {
        return new EmbeddedPostgresSettings(dir, newBinaries, port, startTimeout);
    }
}
