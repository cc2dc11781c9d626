package io.carillon.persistence.embedded;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once a version from the archive on the class path. */
final class PostgresPrograms {

    private static final int OWNER_EXECUTES = 0100;

    private final Path home;

    private PostgresPrograms(Path home) {
        this.home = home;
    }

    /** @param cache gets one folder a version; may be shared by several processes at once */
    static PostgresPrograms unpacked(Path cache) {
        String archive = "postgres-linux-" + architecture() + ".txz";
        try (InputStream in = PostgresPrograms.class.getResourceAsStream("/" + archive)) {
            if (in == null) {
                throw new EmbeddedPostgresException("this build brings no embedded PostgreSQL for "
                        + System.getProperty("os.arch") + "; set spring.datasource.url to a PostgreSQL of yours");
            }
            byte[] packed = in.readAllBytes();
            Path home = cache.resolve("postgres-" + fingerprint(packed));
            if (!Files.isDirectory(home)) {
                unpackInto(packed, cache, home);
            }
            return new PostgresPrograms(home);
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot unpack PostgreSQL into " + cache + ": " + e.getMessage(), e);
        }
    }

    Path home() {
        return home;
    }

    String path(String program) {
        return home.resolve("bin").resolve(program).toString();
    }

    /** The major version, which a data directory must match. */
    String majorVersion() {
        Command.Result result = Command.run(List.of(path("postgres"), "--version"), Duration.ofSeconds(30));
        if (!result.ok()) {
            throw new EmbeddedPostgresException("the unpacked PostgreSQL does not run here: " + result.lastLine());
        }
        String version = result.output().strip().replaceAll("^.*\\) ", "");
        return version.replaceAll("[^0-9].*$", "");
    }

    /** Unpacks beside the target and renames, so that a half-unpacked folder never looks whole. */
    private static void unpackInto(byte[] packed, Path cache, Path home) throws IOException {
        Files.createDirectories(cache);
        Path staging = Files.createTempDirectory(cache, "unpacking-");
        Files.setPosixFilePermissions(staging, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (TarArchiveInputStream tar = new TarArchiveInputStream(
                new BufferedInputStream(new XZInputStream(new ByteArrayInputStream(packed)), 1 << 16))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(entry, tar, staging);
            }
        }
        try {
            Files.move(staging, home);
        } catch (FileAlreadyExistsException | AtomicMoveNotSupportedException e) {
            discard(staging, home, e);
        } catch (java.nio.file.DirectoryNotEmptyException e) {
            discard(staging, home, e);
        }
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path into) throws IOException {
        Path target = into.resolve(entry.getName()).normalize();
        if (!target.startsWith(into)) {
            throw new IOException("the archive has an entry outside itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, target);
        boolean executable = (entry.getMode() & OWNER_EXECUTES) != 0;
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    /** Another process was first: its copy is as good as ours. */
    private static void discard(Path staging, Path home, IOException cause) throws IOException {
        try (Stream<Path> files = Files.walk(staging)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        if (!Files.isDirectory(home)) {
            throw cause;
        }
    }

    private static String architecture() {
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> arch;
        };
    }

    private static String fingerprint(byte[] packed) {
        CRC32 crc = new CRC32();
        crc.update(packed);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
