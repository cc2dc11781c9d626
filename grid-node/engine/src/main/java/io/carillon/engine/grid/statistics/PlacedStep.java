package io.carillon.engine.grid.statistics;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One step of the pipeline, which takes place on the member that has the ring, all steps beside each other. */
final class PlacedStep implements ProcessorMetaSupplier, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1L;

    private int number;
    private transient @Nullable Address ring;

    /** For the grid to fill. */
    PlacedStep() {}

    PlacedStep(int number) {
        this.number = number;
    }

    @Override
    public int preferredLocalParallelism() {
        return 1;
    }

    @Override
    public void init(Context context) {
        HazelcastInstance grid = context.hazelcastInstance();
        Member owner = grid.getPartitionService()
                .getPartition(grid.getRingbuffer(ReadBatches.RING).getPartitionKey())
                .getOwner();
        ring = owner == null ? null : owner.getAddress();
    }

    @Override
    public Function<? super Address, ? extends ProcessorSupplier> get(List<Address> addresses) {
        Address wanted = ring;
        Address place = wanted != null && addresses.contains(wanted) ? wanted : addresses.get(0);
        return address -> new Step(number, address.equals(place));
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(number);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        number = in.readInt();
    }

    @Override
    public int getFactoryId() {
        return PipelineFactory.ID;
    }

    @Override
    public int getClassId() {
        return PipelineFactory.PLACED_STEP;
    }
}
