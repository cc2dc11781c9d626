package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.core.processor.Processors;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * One step of the pipeline on one member. It goes there by its number and not as a Java-serialised object: for those nothing is let in
 * beside exceptions.
 */
final class Step implements ProcessorSupplier, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1L;

    static final int READ_BATCHES = 1;
    static final int MAKE_WINDOWS = 2;
    static final int WRITE_WINDOWS = 3;

    private int number;
    private boolean here;

    /** For the grid to fill. */
    Step() {}

    /** @param here false: the step is done by another member, and has nothing to do on this one */
    Step(int number, boolean here) {
        this.number = number;
        this.here = here;
    }

    @Override
    public Collection<? extends Processor> get(int count) {
        return here && count == 1
                ? List.of(processor())
                : Stream.generate(Processors.noopP()).limit(count).toList();
    }

    private Processor processor() {
        return switch (number) {
            case READ_BATCHES -> new ReadBatches();
            case MAKE_WINDOWS -> new MakeWindows();
            case WRITE_WINDOWS -> new WriteWindows();
            default -> throw new IllegalStateException("no step has the number " + number);
        };
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(number);
        out.writeBoolean(here);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        number = in.readInt();
        here = in.readBoolean();
    }

    @Override
    public int getFactoryId() {
        return PipelineFactory.ID;
    }

    @Override
    public int getClassId() {
        return PipelineFactory.STEP;
    }
}
