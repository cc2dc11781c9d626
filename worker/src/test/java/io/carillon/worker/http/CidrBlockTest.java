package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrBlockTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "172.16.0.0/12, 172.31.255.255, true",
        "172.16.0.0/12, 172.32.0.0, false",
        "192.168.1.7, 192.168.1.7, true",
        "192.168.1.7, 192.168.1.8, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false",
        "::/0, ::1, true",
        "::/0, 8.8.8.8, false",
        "fc00::/7, fdff::1, true",
        "fc00::/7, fe00::1, false",
        "::1/128, ::1, true",
        "::1, ::2, false",
        "10.1.2.3/16, 10.1.255.255, true",
        "10.0.0.0/31, 10.0.0.1, true",
        "10.0.0.0/31, 10.0.0.2, false",
    })
    void block_contains_what_its_prefix_says(String block, String address, boolean contained)
            throws UnknownHostException {
        assertThat(CidrBlock.parse(block).contains(Addresses.address(address))).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/8",
                "localhost",
                "localhost/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/8/8",
                "10.0.0/8",
                "10.0.0.256/8",
                "::1/129",
                "::g/8",
                "10.0.0.0/a",
                "1:2/8",
                "10.0.0.0/0008",
            })
    void anything_else_is_refused_without_a_lookup(String text) {
        assertThatThrownBy(() -> CidrBlock.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
