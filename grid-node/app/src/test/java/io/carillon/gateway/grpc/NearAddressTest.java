package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearAddressTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, localhost:9090",
        "::, localhost:9090",
        "127.0.0.1, localhost:9090",
        "127.0.0.2, 127.0.0.2:9090",
        "10.1.2.3, 10.1.2.3:9090",
        "fd00::7, [fd00:0:0:0:0:0:0:7]:9090",
    })
    void a_door_is_found_where_it_listens(String bound, String expected) throws UnknownHostException {
        InetSocketAddress listening = new InetSocketAddress(InetAddress.getByName(bound), 9090);
        assertThat(NearAddress.of(List.of(listening), 9090)).isEqualTo(expected);
    }

    @Test
    void a_door_that_does_not_say_is_looked_for_on_localhost() {
        assertThat(NearAddress.of(List.of(), 9090)).isEqualTo("localhost:9090");
    }
}
