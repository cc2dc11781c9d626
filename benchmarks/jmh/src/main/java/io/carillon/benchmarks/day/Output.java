package io.carillon.benchmarks.day;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Where findings go: the terminal, and files. */
final class Output {

    private final Path dir;

    Output(Path dir) throws IOException {
        this.dir = Files.createDirectories(dir);
    }

    @SuppressWarnings("SystemOut")
    static void print(String format, Object... values) {
        System.out.println(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    }

    void file(String name, List<String> lines) throws IOException {
        Files.write(dir.resolve(name), lines);
    }

    void chart(String name, String svg) throws IOException {
        Files.writeString(dir.resolve(name), svg);
    }
}
