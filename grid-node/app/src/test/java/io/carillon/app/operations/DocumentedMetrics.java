package io.carillon.app.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names in docs/metrics.md, and what Prometheus makes of them. */
public final class DocumentedMetrics {

    private static final Path PAGE = Path.of("../../docs/metrics.md");
    private static final Pattern NAME = Pattern.compile("`(carillon_[a-z_]+)(\\{[a-z_,]*})?`");
    private static final Pattern SUFFIX = Pattern.compile("_(bucket|count|sum|max)$");

    private final Set<String> names;

    private DocumentedMetrics(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    public static DocumentedMetrics read() {
        try {
            Set<String> names = new TreeSet<>();
            Matcher name = NAME.matcher(Files.readString(PAGE));
            while (name.find()) {
                names.add(name.group(1));
            }
            return new DocumentedMetrics(names);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Set<String> names() {
        return names;
    }

    /** @param series as a query or a scrape names it; of a histogram or summary one of its parts */
    public boolean know(String series) {
        return names.contains(series) || names.contains(SUFFIX.matcher(series).replaceFirst(""));
    }
}
