package io.carillon.persistence.codec;

import java.io.StringWriter;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What something was, or became, in an entry of the audit log: a flat JSON object of texts. */
public final class AuditCodec {

    private static final JsonFactory JSON = new JsonFactory();

    private AuditCodec() {}

    public static @Nullable String toJson(@Nullable SortedMap<String, String> values) {
        if (values == null) {
            return null;
        }
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            for (Map.Entry<String, String> value : values.entrySet()) {
                json.writeStringProperty(value.getKey(), value.getValue());
            }
            json.writeEndObject();
        }
        return text.toString();
    }

    /** @throws RuntimeException if the text is not what {@link #toJson} writes */
    public static @Nullable SortedMap<String, String> fromJson(@Nullable String text) {
        if (text == null) {
            return null;
        }
        SortedMap<String, String> values = new TreeMap<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                values.put(name, json.getString());
            }
        }
        return values;
    }
}
