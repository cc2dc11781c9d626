package io.carillon.engine.grid.lease;

import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** Makes blank processors for the grid to fill. The numbers are on the wire: they never change. */
public final class LeaseProcessorFactory implements DataSerializableFactory {

    public static final int ID = 3;

    static final int GRANT = 1;
    static final int RENEW = 2;
    static final int RELEASE = 3;
    static final int LOOK_UP = 4;
    static final int TAKE_EXPIRED = 5;

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case GRANT -> new GrantLeases();
            case RENEW -> new RenewLeases();
            case RELEASE -> new ReleaseLeases();
            case LOOK_UP -> new LookUpLeases();
            case TAKE_EXPIRED -> new TakeExpiredLeases();
            default -> throw new IllegalArgumentException("no processor has class id " + classId);
        };
    }
}
