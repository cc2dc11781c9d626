package io.carillon.engine.grid;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.AddressPicker;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A grid that listens nowhere, for a single member inside another program. No setting of Hazelcast's keeps it from opening a
 * port, even alone; so its node is made without sockets, by internals of the one version that we run with.
 */
final class UnreachableNode extends DefaultNodeContext {

    private UnreachableNode() {}

    static HazelcastInstance launch(Config config) {
        return HazelcastInstanceFactory.newHazelcastInstance(
                config, HazelcastInstanceFactory.createInstanceName(config), new UnreachableNode());
    }

    @Override
    public AddressPicker createAddressPicker(Node node) {
        return new Nowhere(new Address(InetAddress.getLoopbackAddress(), 0));
    }

    /** Members have addresses, also those that nobody can reach. */
    private record Nowhere(Address address) implements AddressPicker {

        @Override
        public void pickAddress() {}

        @Override
        public Address getBindAddress(EndpointQualifier qualifier) {
            return address;
        }

        @Override
        public Address getPublicAddress(EndpointQualifier qualifier) {
            return address;
        }

        @Override
        public Map<EndpointQualifier, Address> getPublicAddressMap() {
            return Map.of(EndpointQualifier.MEMBER, address);
        }

        @Override
        public Map<EndpointQualifier, Address> getBindAddressMap() {
            return Map.of(EndpointQualifier.MEMBER, address);
        }

        @Override
        public @Nullable ServerSocketChannel getServerSocketChannel(EndpointQualifier qualifier) {
            return null;
        }

        @Override
        public Map<EndpointQualifier, ServerSocketChannel> getServerSocketChannels() {
            return Map.of();
        }
    }
}
