package io.carillon.domain.note;

import java.util.List;

/**
 * Lines of one attempt that follow each other and were told together.
 *
 * @param firstLine number of the first one; an attempt's lines are counted from 1, dropped ones included
 * @param lines at least one
 */
public record LogChunk(long firstLine, List<LogLine> lines) {

    /** What is kept of an attempt: its newest lines, as many as stay within both bounds. */
    public static final int LINES_MAX = 1_000;

    public static final int BYTES_MAX = 64 * 1024;
    public static final int LINE_CHARS_MAX = 2_000;

    public LogChunk {
        lines = List.copyOf(lines);
        if (firstLine < 1 || lines.isEmpty()) {
            throw new IllegalArgumentException("a chunk begins at line 1 or later and has lines");
        }
    }

    public long lastLine() {
        return firstLine + lines.size() - 1;
    }
}
