package io.carillon.verify.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of a verification: evidence and reports stay, what the processes needed goes, their logs as asked. */
final class Workspace {

    private final Path report;

    private Workspace(Path report) {
        this.report = report;
    }

    /** @throws OptionException if the folder has something in it already, or cannot be made */
    static Workspace open(Path report) {
        try {
            Files.createDirectories(report);
            try (Stream<Path> files = Files.list(report)) {
                if (files.findAny().isPresent()) {
                    throw new OptionException(
                            "--report=" + report + " is not empty: name another folder, or remove it");
                }
            }
            Workspace workspace = new Workspace(report);
            Files.createDirectories(workspace.logs());
            return workspace;
        } catch (IOException e) {
            throw new OptionException("--report=" + report + " cannot be made: " + e.getMessage());
        }
    }

    Path evidence() {
        return report.resolve("evidence.jsonl");
    }

    Path logs() {
        return report.resolve("logs");
    }

    Path store() {
        return report.resolve("store");
    }

    void deleteStore() {
        delete(store());
    }

    void deleteLogs() {
        delete(logs());
    }

    /** The server's own log, beside those of the members. */
    void keepStoreLog() {
        Path log = store().resolve("log/postgres.log");
        try {
            if (Files.exists(log)) {
                Files.copy(log, logs().resolve("postgres.log"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep " + log, e);
        }
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}
