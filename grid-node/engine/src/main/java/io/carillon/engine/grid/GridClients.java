package io.carillon.engine.grid;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.nio.ConnectionType;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Who is let in at the grid's port besides members, and what is shown to them. Nothing of Carillon is a client of the grid.
 *
 * <p>A client says by itself what it is: this keeps out what comes by mistake, and a network policy what comes on purpose.
 */
final class GridClients {

    private final Node node;

    /** Lets nobody in. */
    GridClients(HazelcastInstance grid, MeterRegistry meters) {
        this.node = nodeOf(grid);
        node.getClientEngine().applySelector(client -> false);
        node.getNodeEngine().getMetricsRegistry().registerDynamicMetricsProvider(new MeterExport(meters));
    }

    void admitManagementCenter() {
        node.getClientEngine().applySelector(client -> ConnectionType.MC_JAVA_CLIENT.equals(client.getClientType()));
    }

    private static Node nodeOf(HazelcastInstance grid) {
        HazelcastInstance original = grid instanceof HazelcastInstanceProxy proxy ? proxy.getOriginal() : grid;
        if (original instanceof HazelcastInstanceImpl own) {
            return own.node;
        }
        throw new GridStartException("this Hazelcast cannot refuse clients: " + grid.getClass());
    }
}
