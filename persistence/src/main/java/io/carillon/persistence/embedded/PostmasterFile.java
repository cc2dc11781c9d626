package io.carillon.persistence.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a server says of itself in {@code postmaster.pid}.
 *
 * @param ready it answers; false while it starts, recovers or stops
 */
record PostmasterFile(long pid, int port, boolean ready) {

    private static final int LINE_PID = 0;
    private static final int LINE_PORT = 3;
    private static final int LINE_STATUS = 7;

    /** Empty if there is none, or if it is being written. */
    static Optional<PostmasterFile> read(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"), StandardCharsets.ISO_8859_1);
            if (lines.size() <= LINE_PORT) {
                return Optional.empty();
            }
            boolean ready =
                    lines.size() > LINE_STATUS && lines.get(LINE_STATUS).strip().equals("ready");
            return Optional.of(new PostmasterFile(
                    Long.parseLong(lines.get(LINE_PID).strip()),
                    Integer.parseInt(lines.get(LINE_PORT).strip()),
                    ready));
        } catch (NoSuchFileException | NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot read " + data.resolve("postmaster.pid"), e);
        }
    }

    /** False for a file that outlived its server, also if another program has got the number since. */
    boolean alive() {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        return process.isPresent() && looksLikePostgres(pid);
    }

    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid);
    }

    private static boolean looksLikePostgres(long pid) {
        try {
            String commandLine = Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1);
            return commandLine.contains("postgres");
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            // Not ours to read: assume the worst, PostgreSQL itself will judge.
            return true;
        }
    }
}
