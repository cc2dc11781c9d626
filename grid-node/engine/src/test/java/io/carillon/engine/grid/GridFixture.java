package io.carillon.engine.grid;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.impl.SpiDataSerializerHook;
import com.hazelcast.test.HazelcastTestSupport;
import com.hazelcast.test.PacketFiltersUtil;
import com.hazelcast.test.SplitBrainTestSupport;
import com.hazelcast.test.TestHazelcastInstanceFactory;
import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.grid.size.MovingMajority;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Members of a grid in this JVM, on Hazelcast's mock network and with the product's own configuration. The only user of
 * Hazelcast's test support.
 */
public final class GridFixture implements AutoCloseable {

    private final TestHazelcastInstanceFactory factory = new TestHazelcastInstanceFactory();
    private final Background background = new Background("test-background");
    private final int expectedSize;

    /** @param expectedSize members of the healthy cluster: sets split-brain protection and CP members */
    public GridFixture(int expectedSize) {
        this.expectedSize = expectedSize;
    }

    public HazelcastInstance start() {
        return start(config -> {});
    }

    public HazelcastInstance start(Consumer<Config> also) {
        return factory.newHazelcastInstance(config(expectedSize, also));
    }

    /** As {@code Hazelcast.newHazelcastInstance} does it, without a network. */
    public HazelcastInstance launch(Config config) {
        return factory.newHazelcastInstance(config);
    }

    public List<HazelcastInstance> start(int members) {
        return java.util.stream.Stream.generate(this::start).limit(members).toList();
    }

    /** As a crash does it: no farewell. */
    public void kill(HazelcastInstance member) {
        member.getLifecycleService().terminate();
    }

    /** From now on what this member tells its backups gets lost. */
    public void loseBackupsOf(HazelcastInstance member) {
        PacketFiltersUtil.dropOperationsFrom(member, SpiDataSerializerHook.F_ID, List.of(SpiDataSerializerHook.BACKUP));
    }

    /** Cuts the network between one member and others; each side thinks the other dead. */
    public void cut(HazelcastInstance one, HazelcastInstance... others) {
        for (HazelcastInstance other : others) {
            SplitBrainTestSupport.blockCommunicationBetween(one, other);
            HazelcastTestSupport.closeConnectionBetween(one, other);
        }
    }

    /** Mends the network; after a few seconds the smaller side merges. */
    public void mend(HazelcastInstance one, HazelcastInstance... others) {
        for (HazelcastInstance other : others) {
            SplitBrainTestSupport.unblockCommunicationBetween(one, other);
        }
    }

    public Background background() {
        return background;
    }

    /** The product's configuration, with an empty grid behind it. */
    public static Config config(int expectedSize, Consumer<Config> also) {
        Config config = GridConfig.of(
                new GridSettings(
                        "test",
                        new GridAddress("127.0.0.1", null, GridAddress.PORT_DEFAULT, true),
                        new GridPeers(List.of(), null, expectedSize),
                        GridCp.of(ClusterSize.cpMembersFor(expectedSize)),
                        4,
                        null,
                        Map.of()),
                new MovingMajority(expectedSize));
        config.setProperty("hazelcast.merge.first.run.delay.seconds", "4");
        config.setProperty("hazelcast.merge.next.run.delay.seconds", "4");
        config.getCPSubsystemConfig()
                .getRaftAlgorithmConfig()
                .setLeaderElectionTimeoutInMillis(500)
                .setLeaderHeartbeatPeriodInMillis(500);
        also.accept(config);
        return config;
    }

    public static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20));
    }

    @Override
    public void close() {
        background.close();
        factory.terminateAll();
    }
}
