package io.carillon.app.wiring;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.impl.clientside.HazelcastClientProxy;
import com.hazelcast.client.impl.management.ManagementCenterService;
import com.hazelcast.client.impl.protocol.ClientMessage;
import com.hazelcast.client.impl.protocol.codec.MCGetTimedMemberStateCodec;
import com.hazelcast.client.impl.protocol.codec.MCReadMetricsCodec;
import com.hazelcast.client.impl.protocol.codec.MCRunConsoleCommandCodec;
import com.hazelcast.client.impl.protocol.codec.MCRunScriptCodec;
import com.hazelcast.client.impl.spi.impl.ClientInvocation;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.metrics.MetricConsumer;
import com.hazelcast.internal.metrics.MetricDescriptor;
import com.hazelcast.internal.metrics.impl.MetricsCompressor;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Speaks Management Center's protocol to a member, as it does: what it sees, and what it is not given. */
@Tag("grid")
@Tag("postgres")
@Timeout(value = 4, unit = MINUTES)
class ManagementCenterTest {

    private static final String CLUSTER = "watched";
    private static final int PORT = RunningMember.freePort();

    @TempDir
    private static Path folder;

    private static RunningMember member;
    private static HazelcastInstance center;

    @BeforeAll
    static void start() {
        member = new RunningMember(
                folder,
                CLUSTER,
                "--carillon.management-center.enabled=true",
                "--carillon.management-center.port=" + PORT);
        ClientConfig config = clientAt(PORT);
        config.setProperty(ManagementCenterService.MC_CLIENT_MODE_PROP.getName(), "true");
        center = HazelcastClient.newHazelcastClient(config);
    }

    @AfterAll
    static void stop() {
        center.shutdown();
        member.close();
    }

    @Test
    void it_sees_the_state_of_a_member_and_that_data_access_is_off() throws Exception {
        String state = MCGetTimedMemberStateCodec.decodeResponse(ask(MCGetTimedMemberStateCodec.encodeRequest()));

        assertThat(state)
                .contains("\"clusterName\":\"" + CLUSTER + "\"", "\"jobs\"", "\"runs\"", "\"leases\"")
                .contains("\"scriptingEnabled\":false", "\"consoleEnabled\":false", "\"mcDataAccessEnabled\":false");
    }

    @Test
    void it_reads_the_grids_metrics_with_carillons_own_among_them() {
        Set<String> names = new TreeSet<>();
        Awaitility.await("a collection of metrics")
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    names.addAll(metrics());
                    return names.stream().anyMatch(name -> name.startsWith("carillon:"));
                });

        assertThat(names)
                .contains(
                        "carillon:jobs.armed", "carillon:shards.served", "carillon:watchdog.found", "carillon:workers")
                .anyMatch(name -> name.startsWith("map:"))
                .anyMatch(name -> name.startsWith("gc:"));
    }

    @Test
    void jmx_has_them_too() throws Exception {
        Awaitility.await("a collection of metrics")
                .atMost(Duration.ofSeconds(30))
                .until(() -> !ManagementFactory.getPlatformMBeanServer()
                        .queryNames(new ObjectName("com.hazelcast:type=Metrics,prefix=carillon,*"), null)
                        .isEmpty());
    }

    @Test
    void scripts_and_console_commands_are_refused() {
        for (ClientMessage command : new ClientMessage[] {
            MCRunScriptCodec.encodeRequest("javascript", "1 + 1"),
            MCRunConsoleCommandCodec.encodeRequest(null, "m.size")
        }) {
            assertThatThrownBy(() -> ask(command))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("AccessControlException");
        }
    }

    @Test
    void any_other_client_is_not_let_in() {
        for (int port : new int[] {PORT, member.gridPort()}) {
            ClientConfig config = clientAt(port);
            assertThatThrownBy(() -> HazelcastClient.newHazelcastClient(config))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private static Set<String> metrics() throws Exception {
        Set<String> names = new TreeSet<>();
        UUID uuid = center.getCluster().getMembers().iterator().next().getUuid();
        MCReadMetricsCodec.ResponseParameters answer =
                MCReadMetricsCodec.decodeResponse(ask(MCReadMetricsCodec.encodeRequest(uuid, 0)));
        for (Map.Entry<Long, byte[]> slice : answer.elements) {
            MetricsCompressor.extractMetrics(slice.getValue(), new Names(names));
        }
        return names;
    }

    private static ClientMessage ask(ClientMessage question) throws Exception {
        UUID uuid = center.getCluster().getMembers().iterator().next().getUuid();
        return new ClientInvocation(((HazelcastClientProxy) center).client, question, null, uuid)
                .invoke()
                .get(30, SECONDS);
    }

    private static ClientConfig clientAt(int port) {
        ClientConfig config = new ClientConfig();
        config.setClusterName(CLUSTER);
        config.getNetworkConfig().addAddress("127.0.0.1:" + port);
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(10_000);
        return config;
    }

    private record Names(Set<String> names) implements MetricConsumer {

        @Override
        public void consumeLong(MetricDescriptor descriptor, long value) {
            names.add(descriptor.prefix() + ":" + descriptor.metric());
        }

        @Override
        public void consumeDouble(MetricDescriptor descriptor, double value) {
            names.add(descriptor.prefix() + ":" + descriptor.metric());
        }
    }
}
