package io.carillon.engine.grid;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.ExecutorConfig;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.QueueConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.config.YamlConfigBuilder;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.ProtocolType;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.spi.properties.ClusterProperty;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;
import io.carillon.domain.id.Shards;
import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.grid.key.KeyFactory;
import io.carillon.engine.grid.key.ShardKeys;
import io.carillon.engine.grid.lease.LeaseProcessorFactory;
import io.carillon.engine.grid.size.MovingMajority;
import io.carillon.engine.grid.size.Terms;
import io.carillon.engine.grid.statistics.GridStatistics;
import io.carillon.engine.grid.statistics.PipelineFactory;
import io.carillon.engine.grid.store.ProcessorFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Hazelcast's configuration of a member: the annotated file, then what the settings say, then what must hold. */
final class GridConfig {

    /** Below a folder: at the root of a class path, frameworks would start a member of their own from it. */
    static final String BUILT_IN = "/io/carillon/engine/grid/hazelcast.yaml";

    static final String SPLIT_BRAIN_PROTECTION = "majority";
    static final String MAP_STORE_EXECUTOR = "hz:map-store-offloadable";

    private static final List<String> MAPS = List.of("jobs", "runs", "leases", "workers");
    /** Their values are immutable, and shared with the loops of their shards. */
    private static final Set<String> AS_OBJECTS = Set.of("jobs", "runs");

    private static final String BIND_ANY = "hazelcast.socket.bind.any";

    private GridConfig() {}

    /** @throws InvalidConfigurationException if the file is missing, or says what it must not */
    static Config of(GridSettings settings, MovingMajority majority) {
        Config config = load(settings.configFile());
        check(config);
        config.setClusterName(settings.clusterName());
        network(config, settings);
        serialization(config);
        cpSubsystem(config, settings);
        splitBrainProtection(config, settings, majority);
        jet(config, settings);
        config.addExecutorConfig(new ExecutorConfig(MAP_STORE_EXECUTOR, settings.mapStoreThreads()));
        return config;
    }

    private static Config load(@Nullable Path file) {
        try (InputStream yaml = file == null ? builtIn() : Files.newInputStream(file)) {
            return new YamlConfigBuilder(yaml).build();
        } catch (IOException e) {
            throw new InvalidConfigurationException("the grid's configuration cannot be read: " + e, e);
        }
    }

    private static InputStream builtIn() throws IOException {
        InputStream yaml = GridConfig.class.getResourceAsStream(BUILT_IN);
        if (yaml == null) {
            throw new IOException("no " + BUILT_IN + " on the class path");
        }
        return yaml;
    }

    private static void network(Config config, GridSettings settings) {
        config.setProperty(BIND_ANY, "false");
        GridAddress address = settings.address();
        ServerSocketEndpointConfig members = endpoint(ProtocolType.MEMBER, address, address.port())
                .setPortAutoIncrement(address.portAutoIncrement());
        if (address.shown() != null) {
            members.setPublicAddress(address.shown());
        }
        AdvancedNetworkConfig network = config.getAdvancedNetworkConfig().setEnabled(true);
        // Whatever else a file has made: nobody but members is to come in by the grid.
        network.setEndpointConfigs(new HashMap<>(Map.of(EndpointQualifier.MEMBER, members)));
        if (address.clientPort() != 0) {
            network.getEndpointConfigs()
                    .put(EndpointQualifier.CLIENT, endpoint(ProtocolType.CLIENT, address, address.clientPort()));
        }
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        // Enabled without members: a single member, which asks nobody.
        GridPeers peers = settings.peers();
        if (!address.listens()) {
            join.getTcpIpConfig().setEnabled(false);
            return;
        }
        join.getTcpIpConfig().setEnabled(peers.kubernetesService() == null).setMembers(peers.members());
        if (peers.kubernetesService() != null) {
            join.getKubernetesConfig().setEnabled(true).setProperty("service-dns", peers.kubernetesService());
        }
    }

    private static ServerSocketEndpointConfig endpoint(ProtocolType protocol, GridAddress address, int port) {
        ServerSocketEndpointConfig endpoint = new ServerSocketEndpointConfig()
                .setProtocolType(protocol)
                .setPort(port)
                .setPortAutoIncrement(false);
        endpoint.getInterfaces().setEnabled(true).setInterfaces(List.of(address.bind()));
        return endpoint;
    }

    /** Its one job is ours; nobody brings others. */
    private static void jet(Config config, GridSettings settings) {
        config.getJetConfig()
                .setEnabled(settings.jet())
                .setResourceUploadEnabled(false)
                .setLosslessRestartEnabled(false)
                .setCooperativeThreadCount(1);
        if (settings.jet()) {
            GridStatistics.show(config);
        }
    }

    private static void serialization(Config config) {
        config.getSerializationConfig()
                .addDataSerializableFactory(KeyFactory.ID, new KeyFactory())
                .addDataSerializableFactory(ProcessorFactory.ID, new ProcessorFactory())
                .addDataSerializableFactory(LeaseProcessorFactory.ID, new LeaseProcessorFactory())
                .addDataSerializableFactory(PipelineFactory.ID, new PipelineFactory());
        GridTypes.all().forEach(config.getSerializationConfig().getCompactSerializationConfig()::addSerializer);
    }

    private static void cpSubsystem(Config config, GridSettings settings) {
        config.getCPSubsystemConfig().setCPMemberCount(settings.cp().members());
        if (settings.cp().members() > 0) {
            config.getCPSubsystemConfig().setGroupSize(settings.cp().members());
        }
    }

    /** A cluster that grows from below three gets it member by member, as they restart; ownership minds it at once. */
    private static void splitBrainProtection(Config config, GridSettings settings, MovingMajority majority) {
        if (ClusterSize.majorityOf(settings.peers().expectedSize()) == 0) {
            return;
        }
        config.addSplitBrainProtectionConfig(new SplitBrainProtectionConfig(SPLIT_BRAIN_PROTECTION, true)
                .setFunctionImplementation(majority)
                .setProtectOn(SplitBrainProtectionOn.READ_WRITE));
        config.getMapConfigs().values().forEach(map -> map.setSplitBrainProtectionName(SPLIT_BRAIN_PROTECTION));
        config.getQueueConfigs().values().forEach(queue -> queue.setSplitBrainProtectionName(SPLIT_BRAIN_PROTECTION));
    }

    /** What must be the same on all members that run at once. */
    static Terms terms(Config config, GridSettings settings) {
        Map<String, String> terms = new TreeMap<>(settings.terms());
        terms.put("shards", Integer.toString(Shards.COUNT));
        terms.put("cp-members", Integer.toString(settings.cp().members()));
        for (String name : MAPS) {
            MapConfig map = config.getMapConfig(name);
            terms.put("backups." + name, map.getBackupCount() + "+" + map.getAsyncBackupCount());
        }
        return new Terms(terms);
    }

    private static void check(Config config) {
        String partitions = config.getProperty(ClusterProperty.PARTITION_COUNT.getName());
        require(
                Integer.toString(ShardKeys.PARTITIONS).equals(partitions),
                ClusterProperty.PARTITION_COUNT.getName() + " must be " + ShardKeys.PARTITIONS + ", is " + partitions);
        for (String name : MAPS) {
            MapConfig map = config.getMapConfigs().get(name);
            require(map != null, "the map " + name + " is missing");
            if (map != null) {
                InMemoryFormat right = AS_OBJECTS.contains(name) ? InMemoryFormat.OBJECT : InMemoryFormat.BINARY;
                require(map.getInMemoryFormat() == right, "the map " + name + " must be " + right);
            }
        }
        for (Map.Entry<String, MapConfig> map : config.getMapConfigs().entrySet()) {
            requireDiscard("map " + map.getKey(), map.getValue().getMergePolicyConfig());
        }
        for (Map.Entry<String, QueueConfig> queue : config.getQueueConfigs().entrySet()) {
            requireDiscard("queue " + queue.getKey(), queue.getValue().getMergePolicyConfig());
        }
    }

    /** A merged entry would be stored, and bring back in the database what the larger side deleted or moved on. */
    private static void requireDiscard(String what, MergePolicyConfig merge) {
        require(
                DiscardMergePolicy.class.getName().equals(merge.getPolicy()),
                "the merge policy of the " + what + " must be " + DiscardMergePolicy.class.getName());
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidConfigurationException("the grid's configuration is wrong: " + otherwise);
        }
    }
}
