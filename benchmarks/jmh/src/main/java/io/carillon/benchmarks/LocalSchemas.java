package io.carillon.benchmarks;

import com.hazelcast.internal.serialization.impl.compact.Schema;
import com.hazelcast.internal.serialization.impl.compact.SchemaService;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The schemas of one process that has no cluster to agree with. */
final class LocalSchemas implements SchemaService {
    private final Map<Long, Schema> schemas = new ConcurrentHashMap<>();

    @Override
    public @Nullable Schema get(long schemaId) {
        return schemas.get(schemaId);
    }

    @Override
    public void put(Schema schema) {
        putLocal(schema);
    }

    @Override
    public void putLocal(Schema schema) {
        schemas.put(schema.getSchemaId(), schema);
    }
}
