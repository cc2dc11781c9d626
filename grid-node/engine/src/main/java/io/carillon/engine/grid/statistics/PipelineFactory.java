package io.carillon.engine.grid.statistics;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes blank steps of the pipeline for the grid to fill. The numbers are on the wire: they never change. */
public final class PipelineFactory implements DataSerializableFactory {

    public static final int ID = 4;

    static final int PLACED_STEP = 1;
    static final int STEP = 2;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case PLACED_STEP -> new PlacedStep();
            case STEP -> new Step();
            default -> throw new IllegalArgumentException("no step has class id " + classId);
        };
    }
}
