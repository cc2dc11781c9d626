package io.carillon.engine.grid.statistics;

import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Vertex;

/** The one job of Jet: ring, windows, map. */
final class StatisticsPipeline {

    static final String NAME = "carillon-statistics";

    private StatisticsPipeline() {}

    static DAG dag() {
        DAG dag = new DAG();
        Vertex read = step(dag, "read-batches", Step.READ_BATCHES);
        Vertex windows = step(dag, "make-windows", Step.MAKE_WINDOWS);
        Vertex write = step(dag, "write-windows", Step.WRITE_WINDOWS);
        dag.edge(Edge.between(read, windows)).edge(Edge.between(windows, write));
        return dag;
    }

    /** No snapshots: what the ring has is read again. Restarted when members come and go. */
    static JobConfig config() {
        return new JobConfig()
                .setName(NAME)
                .setProcessingGuarantee(ProcessingGuarantee.NONE)
                .setAutoScaling(true)
                .setMetricsEnabled(false);
    }

    private static Vertex step(DAG dag, String name, int number) {
        return dag.newVertex(name, new PlacedStep(number)).localParallelism(1);
    }
}
