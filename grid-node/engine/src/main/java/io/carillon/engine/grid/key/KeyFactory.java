package io.carillon.engine.grid.key;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes blank keys for the grid to fill. The numbers are on the wire: they never change. */
public final class KeyFactory implements DataSerializableFactory {

    public static final int ID = 1;

    static final int JOB_KEY = 1;
    static final int RUN_KEY = 2;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case JOB_KEY -> new JobKey();
            case RUN_KEY -> new RunKey();
            default -> throw new IllegalArgumentException("no key has class id " + classId);
        };
    }
}
