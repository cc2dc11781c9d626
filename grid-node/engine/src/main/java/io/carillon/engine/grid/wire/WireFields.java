package io.carillon.engine.grid.wire;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Payload;
import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The forms of the field kinds that Compact lacks: identifiers as two int64, instants as int64 microseconds (what the
 * database keeps), durations as int64 nanoseconds, payloads as bytes, maps of text as two arrays.
 */
public final class WireFields {

    private WireFields() {}

    public static void uuid(CompactWriter writer, UuidField field, UUID value) {
        writer.writeInt64(field.high(), value.getMostSignificantBits());
        writer.writeInt64(field.low(), value.getLeastSignificantBits());
    }

    public static UUID uuid(CompactReader reader, UuidField field) {
        return new UUID(reader.readInt64(field.high()), reader.readInt64(field.low()));
    }

    public static JobId jobId(CompactReader reader, UuidField field) {
        return new JobId(uuid(reader, field));
    }

    public static RunId runId(CompactReader reader, UuidField field) {
        return new RunId(uuid(reader, field));
    }

    public static void instant(CompactWriter writer, String field, Instant value) {
        writer.writeInt64(field, Micros.of(value));
    }

    public static Instant instant(CompactReader reader, String field) {
        return Micros.toInstant(reader.readInt64(field));
    }

    public static void instantOrNull(CompactWriter writer, String field, @Nullable Instant value) {
        writer.writeNullableInt64(field, value == null ? null : (Long) Micros.of(value));
    }

    public static @Nullable Instant instantOrNull(CompactReader reader, String field) {
        Long micros = reader.readNullableInt64(field);
        return micros == null ? null : Micros.toInstant(micros);
    }

    public static void duration(CompactWriter writer, String field, Duration value) {
        writer.writeInt64(field, value.toNanos());
    }

    public static Duration duration(CompactReader reader, String field) {
        return Duration.ofNanos(reader.readInt64(field));
    }

    public static void durationOrNull(CompactWriter writer, String field, @Nullable Duration value) {
        writer.writeNullableInt64(field, value == null ? null : (Long) value.toNanos());
    }

    public static @Nullable Duration durationOrNull(CompactReader reader, String field) {
        Long nanos = reader.readNullableInt64(field);
        return nanos == null ? null : Duration.ofNanos(nanos);
    }

    public static void payload(CompactWriter writer, String field, @Nullable Payload value) {
        writer.writeArrayOfInt8(field, value == null ? null : value.toUtf8());
    }

    public static @Nullable Payload payload(CompactReader reader, String field) {
        byte[] utf8 = reader.readArrayOfInt8(field);
        return utf8 == null ? null : Payload.ofUtf8(utf8);
    }

    public static void texts(CompactWriter writer, String field, Map<String, String> values) {
        writer.writeArrayOfString(field + "Keys", values.keySet().toArray(String[]::new));
        writer.writeArrayOfString(field + "Values", values.values().toArray(String[]::new));
    }

    public static Map<String, String> texts(CompactReader reader, String field) {
        @Nullable String[] keys = present(field, reader.readArrayOfString(field + "Keys"));
        @Nullable String[] values = present(field, reader.readArrayOfString(field + "Values"));
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            texts.put(present(field, keys[i]), present(field, values[i]));
        }
        return texts;
    }

    public static String text(CompactReader reader, String field) {
        return present(field, reader.readString(field));
    }

    public static <T> T compact(CompactReader reader, String field, Class<T> type) {
        return present(field, type.cast(reader.<Object>readCompact(field)));
    }

    public static <E extends Enum<E>> E named(CompactReader reader, String field, Class<E> type) {
        return Enum.valueOf(type, text(reader, field));
    }

    public static <T> T present(String field, @Nullable T value) {
        return Objects.requireNonNull(value, field);
    }
}
