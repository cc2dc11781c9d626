package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {
    private static final AddressRules STRICT = new AddressRules(List.of(), List.of());
    private static final AddressRules ALL_ALLOWED =
            new AddressRules(List.of(CidrBlock.parse("0.0.0.0/0"), CidrBlock.parse("::/0")), List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "172.15.255.255",
                "172.32.0.0",
                "192.169.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "169.253.255.255",
                "223.255.255.255",
                "2606:4700::1111",
                "64:ff9b::808:808",
                "2002:808:808::1",
            })
    void public_addresses_are_open(String address) throws UnknownHostException {
        assertThat(STRICT.isOpen(Addresses.address(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.255.254",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.0.1",
                "100.64.0.1",
                "198.18.0.1",
                "203.0.113.9",
                "::1",
                "fc00::1",
                "fdab::1",
                "fec0::1",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::127.0.0.1",
                "::ffff:0:127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b::10.0.0.1",
                "64:ff9b:1::1",
                "2002:7f00:1::",
                "2002:c0a8:1::1",
                "2606:4700::5efe:10.0.0.1",
                "2606:4700::200:5efe:192.168.0.1",
                "2130706433",
                "0x7f.1",
            })
    void loopback_and_private_ranges_are_closed_unless_named(String address) throws UnknownHostException {
        // Java does not read every spelling a C library does; what it reads is judged.
        Stream<InetAddress> readable = readable(address);

        assertThat(readable).allSatisfy(each -> {
            assertThat(STRICT.isOpen(each)).isFalse();
            assertThat(ALL_ALLOWED.isOpen(each)).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254",
                "169.254.0.1",
                "::ffff:169.254.169.254",
                "::169.254.169.254",
                "64:ff9b::169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "fe80::1",
                "febf::1",
                "fe80::a9fe:a9fe",
                "2606:4700::5efe:169.254.169.254",
                "fd00:ec2::254",
                "fd20:ce::254",
                "100.100.100.200",
                "168.63.129.16",
                "192.0.0.192",
                "0.0.0.0",
                "0.1.2.3",
                "::",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "ff02::1",
                "2001:0:808:808::1",
            })
    void link_local_metadata_and_group_addresses_are_closed_for_ever(String address) throws UnknownHostException {
        assertThat(ALL_ALLOWED.isOpen(Addresses.address(address))).isFalse();
        assertThat(STRICT.isOpen(Addresses.address(address))).isFalse();
    }

    @Test
    void only_what_is_named_is_opened() throws UnknownHostException {
        AddressRules rules = new AddressRules(List.of(CidrBlock.parse("10.1.0.0/16")), List.of());

        assertThat(rules.isOpen(Addresses.address("10.1.2.3"))).isTrue();
        assertThat(rules.isOpen(Addresses.address("10.2.0.1"))).isFalse();
        assertThat(rules.isOpen(Addresses.address("127.0.0.1"))).isFalse();
        assertThat(rules.isOpen(Addresses.address("64:ff9b::10.1.2.3"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, true",
        "10.1.9.9, false", // denied within what is allowed
        "::ffff:10.1.9.9, false",
        "64:ff9b::10.1.9.9, false",
        "2002:a01:909::1, false",
        "8.8.8.8, false", // denied although public
        "8.8.4.4, true",
        "64:ff9b::8.8.8.8, false",
        "2606:4700::1111, false",
        "2606:4701::1111, true",
        "169.254.169.254, false",
    })
    void what_is_denied_is_closed_whatever_is_allowed(String address, boolean open) throws UnknownHostException {
        AddressRules rules = new AddressRules(
                List.of(CidrBlock.parse("10.1.0.0/16")),
                List.of(CidrBlock.parse("10.1.9.0/24"), CidrBlock.parse("8.8.8.8"), CidrBlock.parse("2606:4700::/32")));

        assertThat(rules.isOpen(Addresses.address(address))).isEqualTo(open);
    }

    private static Stream<InetAddress> readable(String address) {
        try {
            return Stream.of(Addresses.address(address));
        } catch (UnknownHostException e) {
            return Stream.of();
        }
    }
}
