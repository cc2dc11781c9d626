package io.carillon.app.start;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.app.settings.SettingsException;
import io.carillon.member.wiring.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class PortCheckTest {

    @ParameterizedTest
    @ValueSource(strings = {"server.port", "spring.grpc.server.port", "carillon.cluster.port"})
    void a_taken_port_is_named_and_a_free_one_is_not(String key) throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            assertThatThrownBy(() -> check(key, Integer.toString(port)))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("port " + port + " on 127.0.0.1")
                    .hasMessageContaining("--" + key + "=PORT");
        }
        assertThatCode(() -> check(key, Integer.toString(port))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.port", "spring.grpc.server.port", "carillon.cluster.port"})
    void what_is_no_number_is_a_bad_setting(String key) {
        assertThatThrownBy(() -> check(key, "http")).isInstanceOf(BindException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.port", "spring.grpc.server.port", "carillon.cluster.port"})
    void what_is_no_port_is_a_bad_setting(String key) {
        for (String port : new String[] {"-1", "65536"}) {
            assertThatThrownBy(() -> check(key, port))
                    .isInstanceOf(SettingsException.class)
                    .hasMessage(key + "=" + port + " is not allowed; allowed is 0 to 65535");
        }
    }

    private static void check(String key, String port) {
        Map<String, Object> settings =
                new HashMap<>(Map.of("server.port", "0", "spring.grpc.server.port", "0", "carillon.cluster.port", "0"));
        settings.put(key, port);
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        PortCheck.check(environment);
    }
}
