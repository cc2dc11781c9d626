package io.carillon.persistence.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.crypto.KeyGenerator;

/** The folders of one embedded server, made at the first start. */
final class DataDirectory {

    static final String SUPERUSER = "carillon";

    private static final Duration INITDB_TIMEOUT = Duration.ofMinutes(2);
    private static final long LOG_BYTES_MAX = 16L << 20;

    private final Path dir;
    private final Path data;
    private final Path log;
    private final Path passwordFile;

    private DataDirectory(Path dir) {
        this.dir = dir;
        this.data = dir.resolve("data");
        this.log = dir.resolve("log");
        this.passwordFile = dir.resolve("password");
    }

    /** @throws EmbeddedPostgresException if the folder cannot be made or written to */
    static DataDirectory open(Path dir) {
        DataDirectory directory = new DataDirectory(dir);
        try {
            Files.createDirectories(dir);
            Files.createDirectories(directory.log);
            Files.delete(Files.createTempFile(dir, "writable-", ""));
            return directory;
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot write to " + dir + ": make it writable, or set carillon.embedded-postgres.dir to another"
                            + " folder",
                    e);
        }
    }

    Path data() {
        return data;
    }

    Path logFile() {
        return log.resolve("postgres.log");
    }

    Path lockFile() {
        return dir.resolve("lock");
    }

    ServerAccount account(PostgresPrograms programs) {
        ServerAccount account = ServerAccount.find(
                Files.isDirectory(data) ? List.of(log, data) : List.of(log), programs.path("postgres"));
        account.give(log);
        return account;
    }

    boolean initialized() {
        return Files.exists(data.resolve("PG_VERSION"));
    }

    /** @throws EmbeddedPostgresException if the data is of another major version: PostgreSQL would not read it */
    void requireVersion(String majorVersion) {
        try {
            String found = Files.readString(data.resolve("PG_VERSION"), StandardCharsets.US_ASCII)
                    .strip();
            if (!found.equals(majorVersion)) {
                throw new EmbeddedPostgresException("the data in " + data + " was made by PostgreSQL " + found
                        + " and this build brings " + majorVersion + ": dump it with the old version and load it with"
                        + " this one, or choose another folder");
            }
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot read " + data.resolve("PG_VERSION"), e);
        }
    }

    /**
     * Makes the cluster. What an interrupted earlier try left behind is made anew: without {@code PG_VERSION}, which is
     * written late, no server ever ran on it.
     */
    void initialize(PostgresPrograms programs, ServerAccount account) {
        try {
            String password = newPassword();
            writePassword(password);
            Files.createDirectories(data);
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
            account.give(data);
            Path forInitdb = Files.createTempFile(log, "initdb-", "");
            try {
                Files.writeString(forInitdb, password + "\n", StandardCharsets.US_ASCII);
                account.give(forInitdb);
                initdb(programs, account, forInitdb);
            } finally {
                Files.delete(forInitdb);
            }
            Files.writeString(
                    data.resolve("postgresql.conf"),
                    ServerConfig.INCLUDE,
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot make a database in " + dir + ": " + e.getMessage(), e);
        }
    }

    void configure(int port, ServerAccount account) {
        Path config = data.resolve(ServerConfig.FILE);
        try {
            Files.writeString(config, ServerConfig.text(port), StandardCharsets.US_ASCII);
            account.give(config);
            if (Files.exists(logFile()) && Files.size(logFile()) > LOG_BYTES_MAX) {
                Files.move(logFile(), log.resolve("postgres.log.1"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot write " + config, e);
        }
    }

    String password() {
        try {
            return Files.readString(passwordFile, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot read " + passwordFile + ", which belongs to the data beside it: restore it", e);
        }
    }

    /** The end of the server's log, for an error message of one line. */
    String lastLogLine() {
        try {
            List<String> lines =
                    Files.exists(logFile()) ? Files.readAllLines(logFile(), StandardCharsets.ISO_8859_1) : List.of();
            return lines.stream()
                    .filter(line -> line.contains("FATAL") || line.contains("ERROR") || line.contains("PANIC"))
                    .reduce((first, second) -> second)
                    .orElse("see " + logFile());
        } catch (IOException e) {
            return "see " + logFile();
        }
    }

    private void initdb(PostgresPrograms programs, ServerAccount account, Path password) {
        Command.Result result = Command.run(
                account.command(List.of(
                        programs.path("initdb"),
                        "--pgdata=" + data,
                        "--username=" + SUPERUSER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        // Byte order whatever the machine's libraries: an index never depends on their version.
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--data-checksums")),
                INITDB_TIMEOUT);
        if (!result.ok()) {
            throw new EmbeddedPostgresException("cannot make a database in " + data + ": " + result.lastLine());
        }
    }

    private void writePassword(String password) throws IOException {
        Files.deleteIfExists(passwordFile);
        Files.createFile(
                passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile, password + "\n", StandardCharsets.US_ASCII);
    }

    /** From the platform's source of keys: nobody needs to repeat it. */
    private static String newPassword() {
        try {
            byte[] key = KeyGenerator.getInstance("HmacSHA256").generateKey().getEncoded();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
