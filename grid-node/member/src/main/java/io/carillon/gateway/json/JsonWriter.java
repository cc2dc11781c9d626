package io.carillon.gateway.json;

import io.carillon.domain.job.Payload;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes one JSON object, field by field. What is null is written as null, so that a shape is the same for every object:
 * instants as RFC 3339 in UTC, durations as numbers of seconds.
 */
public final class JsonWriter {

    private static final JsonFactory FACTORY = JsonFactory.builder().build();

    private final JsonGenerator out;

    private JsonWriter(JsonGenerator out) {
        this.out = out;
    }

    /** The object as UTF-8. */
    public static byte[] object(Consumer<JsonWriter> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartObject();
            fields.accept(new JsonWriter(generator));
            generator.writeEndObject();
        }
        return bytes.toByteArray();
    }

    public JsonWriter text(String name, @Nullable String value) {
        out.writeName(name);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value);
        }
        return this;
    }

    public JsonWriter number(String name, long value) {
        out.writeName(name);
        out.writeNumber(value);
        return this;
    }

    public JsonWriter numberOrNull(String name, @Nullable Long value) {
        if (value != null) {
            return number(name, value);
        }
        out.writeName(name);
        out.writeNull();
        return this;
    }

    public JsonWriter number(String name, double value) {
        out.writeName(name);
        out.writeNumber(
                new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString());
        return this;
    }

    public JsonWriter bool(String name, boolean value) {
        out.writeName(name);
        out.writeBoolean(value);
        return this;
    }

    public JsonWriter instant(String name, @Nullable Instant value) {
        return text(name, value == null ? null : value.toString());
    }

    public JsonWriter seconds(String name, @Nullable Duration value) {
        out.writeName(name);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeNumber(inSeconds(value));
        }
        return this;
    }

    /** The payload's own JSON text. */
    public JsonWriter raw(String name, @Nullable Payload value) {
        out.writeName(name);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeRawValue(value.toJson());
        }
        return this;
    }

    public JsonWriter nothing(String name) {
        out.writeName(name);
        out.writeNull();
        return this;
    }

    public JsonWriter object(String name, Consumer<JsonWriter> fields) {
        out.writeName(name);
        out.writeStartObject();
        fields.accept(this);
        out.writeEndObject();
        return this;
    }

    public <T> JsonWriter objects(String name, Collection<T> items, BiConsumer<JsonWriter, T> each) {
        out.writeName(name);
        out.writeStartArray();
        for (T item : items) {
            out.writeStartObject();
            each.accept(this, item);
            out.writeEndObject();
        }
        out.writeEndArray();
        return this;
    }

    public JsonWriter texts(String name, Collection<String> items) {
        out.writeName(name);
        out.writeStartArray();
        items.forEach(out::writeString);
        out.writeEndArray();
        return this;
    }

    public JsonWriter numbers(String name, Collection<Long> items) {
        out.writeName(name);
        out.writeStartArray();
        items.forEach(item -> out.writeNumber(item.longValue()));
        out.writeEndArray();
        return this;
    }

    public JsonWriter listOfSeconds(String name, Collection<Duration> items) {
        out.writeName(name);
        out.writeStartArray();
        items.forEach(item -> out.writeNumber(inSeconds(item)));
        out.writeEndArray();
        return this;
    }

    /** Without a fraction where there is none. */
    private static String inSeconds(Duration value) {
        BigDecimal seconds = BigDecimal.valueOf(value.getSeconds()).add(BigDecimal.valueOf(value.getNano(), 9));
        return seconds.signum() == 0 ? "0" : seconds.stripTrailingZeros().toPlainString();
    }
}
