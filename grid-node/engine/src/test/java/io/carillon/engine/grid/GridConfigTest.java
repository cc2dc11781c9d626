package io.carillon.engine.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.instance.EndpointQualifier;
import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.grid.size.MovingMajority;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridConfigTest {

    @TempDir
    Path folder;

    private static GridSettings settings(int expectedSize, @Nullable Path file) {
        return new GridSettings(
                "blue",
                GridAddress.loopback(5801),
                new GridPeers(List.of("a:5701", "b:5701"), null, expectedSize),
                GridCp.of(ClusterSize.cpMembersFor(expectedSize)),
                8,
                file,
                Map.of());
    }

    private static Config config(int expectedSize) {
        return of(expectedSize, null);
    }

    private static Config of(int expectedSize, @Nullable Path file) {
        return GridConfig.of(settings(expectedSize, file), new MovingMajority(expectedSize));
    }

    @Test
    void the_built_in_file_is_the_one_users_see() throws IOException {
        assertThat(builtIn()).isEqualTo(Files.readString(Path.of("../../config/hazelcast.yaml")));
    }

    private static ServerSocketEndpointConfig members(Config config) {
        return (ServerSocketEndpointConfig) Objects.requireNonNull(
                config.getAdvancedNetworkConfig().getEndpointConfigs().get(EndpointQualifier.MEMBER));
    }

    @Test
    void the_partition_count_is_fixed() {
        assertThat(config(1).getProperty("hazelcast.partition.count")).isEqualTo("271");
    }

    @Test
    void settings_are_applied() {
        Config config = config(3);
        assertThat(config.getClusterName()).isEqualTo("blue");
        ServerSocketEndpointConfig members = members(config);
        assertThat(members.getPort()).isEqualTo(5801);
        assertThat(members.isPortAutoIncrement()).isFalse();
        assertThat(members.getInterfaces().isEnabled()).isTrue();
        assertThat(members.getInterfaces().getInterfaces()).containsExactly("127.0.0.1");
        assertThat(config.getProperty("hazelcast.socket.bind.any")).isEqualTo("false");
        assertThat(config.getAdvancedNetworkConfig().getJoin().getTcpIpConfig().getMembers())
                .containsExactly("a:5701", "b:5701");
        assertThat(config.getExecutorConfig("hz:map-store-offloadable").getPoolSize())
                .isEqualTo(8);
    }

    @Test
    void nobody_joins_by_being_near() {
        var join = config(3).getAdvancedNetworkConfig().getJoin();
        assertThat(join.getMulticastConfig().isEnabled()).isFalse();
        assertThat(join.isAutoDetectionEnabled()).isFalse();
        assertThat(join.getTcpIpConfig().isEnabled()).isTrue();
    }

    @Test
    void a_member_that_listens_nowhere_joins_nobody() {
        GridSettings alone =
                new GridSettings("blue", GridAddress.NOWHERE, GridPeers.NONE, GridCp.of(0), 8, null, Map.of());
        var join = GridConfig.of(alone, new MovingMajority(1))
                .getAdvancedNetworkConfig()
                .getJoin();
        assertThat(join.getTcpIpConfig().isEnabled()).isFalse();
        assertThat(join.getMulticastConfig().isEnabled()).isFalse();
        assertThat(join.isAutoDetectionEnabled()).isFalse();
        assertThatThrownBy(() -> new GridSettings(
                        "blue",
                        GridAddress.NOWHERE,
                        new GridPeers(List.of("a:5701"), null, 2),
                        GridCp.of(0),
                        8,
                        null,
                        Map.of()))
                .hasMessageContaining("must listen");
    }

    @Test
    void a_group_that_nobody_takes_tokens_from_is_not_formed() {
        GridCp unused = new GridCp(0, Duration.ZERO, false);
        assertThat(unused.sized(3).members()).isZero();
        assertThat(GridCp.of(0).sized(3).members()).isEqualTo(3);
    }

    @Test
    void doors_for_code_scripts_and_data_are_shut() {
        Config config = config(1);
        assertThat(config.getJetConfig().isEnabled()).isFalse();
        assertThat(config.getJetConfig().isResourceUploadEnabled()).isFalse();
        assertThat(config.getAdvancedNetworkConfig().isEnabled()).isTrue();
        assertThat(config.getAdvancedNetworkConfig().getEndpointConfigs()).containsOnlyKeys(EndpointQualifier.MEMBER);
        assertThat(config.getManagementCenterConfig().isScriptingEnabled()).isFalse();
        assertThat(config.getManagementCenterConfig().isConsoleEnabled()).isFalse();
        assertThat(config.getManagementCenterConfig().isDataAccessEnabled()).isFalse();
        assertThat(config.getSerializationConfig().getJavaSerializationFilterConfig())
                .satisfies(filter -> assertThat(filter.isDefaultsDisabled()).isTrue());
    }

    @Test
    void jet_is_on_where_it_is_said_and_takes_no_code_all_the_same() throws IOException {
        Path file = Files.writeString(
                folder.resolve("grid.yaml"),
                builtIn().replace("resource-upload-enabled: false", "resource-upload-enabled: true"));
        Config config = GridConfig.of(settings(1, file).withJet(true), new MovingMajority(1));
        assertThat(config.getJetConfig().isEnabled()).isTrue();
        assertThat(config.getJetConfig().isResourceUploadEnabled()).isFalse();
        assertThat(config.getJetConfig().getCooperativeThreadCount()).isEqualTo(1);
        Config off = of(1, Files.writeString(file, builtIn().replace("    enabled: false", "    enabled: true")));
        assertThat(off.getJetConfig().isEnabled()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1,0,0", "2,0,0", "3,3,2", "4,3,3", "5,5,3", "6,5,4", "7,7,4", "16,7,9"})
    void size_sets_cp_members_and_majority(int expectedSize, int cpMembers, int majority) {
        Config config = config(expectedSize);
        assertThat(config.getCPSubsystemConfig().getCPMemberCount()).isEqualTo(cpMembers);
        if (majority == 0) {
            assertThat(config.getSplitBrainProtectionConfigs()).isEmpty();
        } else {
            assertThat(config.getSplitBrainProtectionConfig("majority").getFunctionImplementation())
                    .isInstanceOfSatisfying(
                            MovingMajority.class,
                            moving -> assertThat(moving.majority()).isEqualTo(majority));
            assertThat(config.getMapConfigs().values())
                    .allSatisfy(
                            map -> assertThat(map.getSplitBrainProtectionName()).isEqualTo("majority"));
            assertThat(config.getQueueConfigs().values())
                    .allSatisfy(queue ->
                            assertThat(queue.getSplitBrainProtectionName()).isEqualTo("majority"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hazelcast.partition.count: 271 | hazelcast.partition.count: 272 | partition.count must be 271",
                "DiscardMergePolicy | PutIfAbsentMergePolicy | merge policy of the",
                "in-memory-format: BINARY | in-memory-format: OBJECT | must be BINARY",
                "in-memory-format: OBJECT | in-memory-format: BINARY | must be OBJECT",
                "workers: | others: | the map workers is missing",
            })
    void a_changed_file_that_would_break_the_member_is_refused(String right, String wrong, String complaint)
            throws IOException {
        Path file = Files.writeString(folder.resolve("grid.yaml"), builtIn().replace(right, wrong));
        assertThatThrownBy(() -> of(1, file))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void a_changed_file_is_used() throws IOException {
        Path file = Files.writeString(
                folder.resolve("grid.yaml"), builtIn().replace("no.heartbeat.seconds: 15", "no.heartbeat.seconds: 20"));
        assertThat(of(1, file).getProperty("hazelcast.max.no.heartbeat.seconds"))
                .isEqualTo("20");
    }

    @Test
    void a_missing_file_is_said() {
        assertThatThrownBy(() -> of(1, folder.resolve("none.yaml")))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("none.yaml");
    }

    private static String builtIn() throws IOException {
        try (InputStream yaml = GridConfig.class.getResourceAsStream(GridConfig.BUILT_IN)) {
            assertThat(yaml).isNotNull();
            return new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
