package io.carillon.app.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class LoopbackCheckTest {

    @ParameterizedTest
    @CsvSource({
        "server.address, 0.0.0.0",
        "server.address, 192.0.2.1",
        "server.address, '::'",
        "server.address, ''",
        "spring.grpc.server.address, 0.0.0.0",
        "management.server.address, 0.0.0.0",
        "carillon.cluster.bind-address, 0.0.0.0",
    })
    void a_door_beyond_this_machine_is_refused_unless_it_is_meant(String key, String address) {
        assertThatThrownBy(() -> check(Map.of(key, address)))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith(key + "=" + address)
                .hasMessageContaining("carillon.security.insecure=true");
        assertThatCode(() -> check(Map.of(key, address, "carillon.security.insecure", "true")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "127.0.0.5", "'::1'", "localhost"})
    void loopback_is_fine(String address) {
        assertThatCode(() -> check(Map.of(
                        "server.address",
                        address,
                        "spring.grpc.server.address",
                        address,
                        "carillon.cluster.bind-address",
                        address)))
                .doesNotThrowAnyException();
    }

    @Test
    void what_is_no_address_is_named() {
        assertThatThrownBy(() -> check(Map.of("server.address", "no.such.host.invalid")))
                .isInstanceOf(SettingsException.class)
                .hasMessage("server.address=no.such.host.invalid is not an address of this machine");
    }

    @ParameterizedTest
    @CsvSource({"server.address, 0.0.0.0", "spring.grpc.server.address, '::'", "management.server.address, 192.0.2.1"})
    void with_keys_asked_for_doors_may_be_open(String key, String address) {
        assertThatCode(() -> check(Map.of(key, address, "carillon.security.enabled", "true")))
                .doesNotThrowAnyException();
    }

    @Test
    void a_management_port_without_an_address_is_open_to_all() {
        assertThatThrownBy(() -> check(Map.of("management.server.port", "9000")))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("management.server.port=9000");
        assertThatCode(() -> check(Map.of("management.server.port", "9000", "management.server.address", "127.0.0.1")))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(Map.of("management.server.port", "-1"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, '', lies in no trusted network",
        "192.0.2.1, 10.0.0.0/8, lies in no trusted network",
        "0.0.0.0, 0.0.0.0/0, is no single address",
        "'::', '::/0', is no single address",
        "'', 10.0.0.0/8, is no single address",
        "192.0.2.1, 192.0.2, is not a CIDR block",
    })
    void keys_do_not_guard_the_grid_so_it_needs_a_trusted_network(String address, String trusted, String fault) {
        assertThatThrownBy(() -> check(grid(address, trusted)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(fault);
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.1, '10.0.0.0/8,192.0.2.0/24'", "127.0.0.1, ''", "10.1.2.3, 10.0.0.0/8"})
    void in_a_trusted_network_the_grid_may_listen(String address, String trusted) {
        assertThatCode(() -> check(grid(address, trusted))).doesNotThrowAnyException();
    }

    private static Map<String, Object> grid(String address, String trusted) {
        return Map.of(
                "carillon.cluster.bind-address",
                address,
                "carillon.cluster.trusted-interfaces",
                trusted,
                "carillon.security.enabled",
                "true");
    }

    private static void check(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        LoopbackCheck.check(environment);
    }
}
