package io.carillon.engine.grid.wire;

import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.compact.Schema;
import com.hazelcast.internal.serialization.impl.compact.SchemaService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Compact serialization without a grid. */
public final class CompactBytes {

    private final InternalSerializationService serialization;
    private final Schemas schemas = new Schemas();

    public CompactBytes(List<WireType<?>> types) {
        SerializationConfig config = new SerializationConfig();
        types.forEach(config.getCompactSerializationConfig()::addSerializer);
        serialization = new DefaultSerializationServiceBuilder()
                .setConfig(config)
                .setSchemaService(schemas)
                .build();
    }

    /** What a reader makes of what the writer wrote. */
    public Object roundTrip(Object value) {
        return serialization.toObject(serialization.toData(value));
    }

    /** True if a value of this type has been written. */
    public boolean knows(String typeName) {
        return schemas.byId.values().stream()
                .anyMatch(schema -> schema.getTypeName().equals(typeName));
    }

    private static final class Schemas implements SchemaService {
        final Map<Long, Schema> byId = new ConcurrentHashMap<>();

        @Override
        public @Nullable Schema get(long schemaId) {
            return byId.get(schemaId);
        }

        @Override
        public void put(Schema schema) {
            byId.put(schema.getSchemaId(), schema);
        }

        @Override
        public void putLocal(Schema schema) {
            put(schema);
        }
    }
}
