package io.carillon.verify.report;

import io.carillon.verify.check.Findings;
import io.carillon.verify.evidence.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes all forms of a report into a folder: {@code report.txt}, {@code report.json}, {@code report.html}. */
public final class Reports {

    private Reports() {}

    /** Replaces what an earlier check of the same evidence has written. */
    public static void write(Path folder, Evidence evidence, Findings findings) throws IOException {
        Files.createDirectories(folder);
        write(folder.resolve("report.txt"), TextReport.of(evidence, findings));
        write(folder.resolve("report.json"), JsonReport.of(evidence, findings));
        write(folder.resolve("report.html"), HtmlReport.of(evidence, findings));
    }

    private static void write(Path path, String text) throws IOException {
        Files.writeString(path, text, StandardCharsets.UTF_8);
    }
}
