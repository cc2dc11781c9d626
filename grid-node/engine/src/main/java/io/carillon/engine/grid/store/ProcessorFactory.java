package io.carillon.engine.grid.store;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes blank processors for the grid to fill. The numbers are on the wire: they never change. */
public final class ProcessorFactory implements DataSerializableFactory {

    public static final int ID = 2;

    static final int SET_JOBS = 1;
    static final int SET_VALUES = 2;
    static final int MIRROR = 3;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case SET_JOBS -> new SetJobs();
            case SET_VALUES -> new SetValues<>();
            case MIRROR -> new MirrorChanges<>();
            default -> throw new IllegalArgumentException("no processor has class id " + classId);
        };
    }
}
