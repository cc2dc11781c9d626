package io.carillon.verify.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Evidence as a file of JSON lines, a fact each, appended while things happen. Null fields are left out, instants are RFC 3339,
 * durations ISO 8601, names in snake case.
 *
 * <p>Appending is safe from several threads. A line is in the file's buffer when {@link #append} returns, and in the file after
 * {@link #flush} or {@link #close}.
 */
public final class EvidenceFile implements Closeable {
    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final BufferedWriter out;

    private EvidenceFile(BufferedWriter out) {
        this.out = out;
    }

    /** @throws java.nio.file.FileAlreadyExistsException if there is one: evidence is not overwritten */
    public static EvidenceFile create(Path path) throws IOException {
        return new EvidenceFile(Files.newBufferedWriter(path, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
    }

    /** @throws IOException if the disk does not take it: then the run is worth nothing and should end */
    public void append(Fact fact) throws IOException {
        String line = JSON.writerFor(Fact.class).writeValueAsString(fact);
        synchronized (out) {
            out.write(line);
            out.write('\n');
        }
    }

    public void flush() throws IOException {
        synchronized (out) {
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (out) {
            out.close();
        }
    }

    /**
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException with the number of the line if one is not a fact, or if the evidence is not whole
     */
    public static Evidence read(Path path) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            Iterator<String> lines = in.lines().iterator();
            return Evidence.of(() -> new Facts(path, lines));
        }
    }

    private static final class Facts implements Iterator<Fact> {
        private final Path path;
        private final Iterator<String> lines;
        private long line;

        Facts(Path path, Iterator<String> lines) {
            this.path = path;
            this.lines = lines;
        }

        @Override
        public boolean hasNext() {
            return lines.hasNext();
        }

        @Override
        public Fact next() {
            String text = lines.next();
            line++;
            try {
                return JSON.readValue(text, Fact.class);
            } catch (JacksonException e) {
                throw new IllegalArgumentException(
                        path + ", line " + line + " is not a fact: " + e.getOriginalMessage(), e);
            }
        }
    }
}
