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

    private static void check(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        LoopbackCheck.check(environment);
    }
}
