package io.carillon.worker.runtime;

import com.google.protobuf.Duration;
import io.carillon.proto.v1.LogLine;
import io.carillon.proto.v1.LogLines;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Lines of log of one attempt that wait to be sent: the newest 1,000, or those of the newest 64 KiB. Lines are numbered as they
 * come, so the numbers tell how many were dropped. Not thread-safe.
 */
final class LineBuffer {
    static final int LINES_MAX = 1_000;
    static final int BYTES_MAX = 64 * 1024;
    static final int LINE_CHARS_MAX = 2_000;
    /** What a line takes beside its text, here and on the wire. */
    private static final int LINE_OVERHEAD_BYTES = 32;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private record Line(String text, int bytes, long atNanos) {}

    private final LineRoom room;
    private final ArrayDeque<Line> lines = new ArrayDeque<>();
    private long lastNumber;
    private int bytes;

    LineBuffer(LineRoom room) {
        this.room = room;
    }

    /** A text of more lines than are kept is looked at from its end, as what would be dropped at once need not be kept. */
    void add(String text, long nowNanos) {
        String[] parts = text.split("\\R", -1);
        int first = Math.max(0, parts.length - LINES_MAX);
        lastNumber += first;
        for (int i = first; i < parts.length; i++) {
            addLine(parts[i], nowNanos);
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** All of them, which fit into a message; null if there are none. */
    @Nullable
    LogLines take(long nowNanos) {
        if (lines.isEmpty()) {
            return null;
        }
        LogLines.Builder taken = LogLines.newBuilder().setFirstLine(lastNumber - lines.size() + 1);
        for (Line line : lines) {
            long ageNanos = Math.max(0, nowNanos - line.atNanos());
            taken.addLines(LogLine.newBuilder()
                    .setText(line.text())
                    .setAge(Duration.newBuilder()
                            .setSeconds(ageNanos / NANOS_PER_SECOND)
                            .setNanos((int) (ageNanos % NANOS_PER_SECOND))));
        }
        clear();
        return taken.build();
    }

    void clear() {
        room.give(bytes);
        bytes = 0;
        lines.clear();
    }

    private void addLine(String text, long nowNanos) {
        lastNumber++;
        String kept = Results.cut(text, LINE_CHARS_MAX);
        int size = kept.getBytes(StandardCharsets.UTF_8).length + LINE_OVERHEAD_BYTES;
        while (!lines.isEmpty() && (lines.size() == LINES_MAX || bytes + size > BYTES_MAX)) {
            dropOldest();
        }
        if (!room.take(size)) {
            // Lines that wait must follow each other, so either all of them go or this one; the newest says most.
            clear();
            if (!room.take(size)) {
                return;
            }
        }
        lines.add(new Line(kept, size, nowNanos));
        bytes += size;
    }

    private void dropOldest() {
        Line oldest = lines.remove();
        bytes -= oldest.bytes();
        room.give(oldest.bytes());
    }
}
