package io.carillon.worker.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which addresses a run may be sent to.
 *
 * <p>An address is closed for ever where a machine finds its own cloud's credentials (link-local and metadata addresses), or
 * where no single machine can be meant. Loopback and private ranges are open only as far as the operator has named them. What
 * the operator has denied is closed, whatever else is said of it. Forms of IPv6 that carry an IPv4 address are judged by both.
 */
final class AddressRules {
    private static final List<CidrBlock> CLOSED = blocks(
            "0.0.0.0/8", // this host
            "169.254.0.0/16", // link-local, and most clouds' metadata
            "100.100.100.200/32", // metadata of Alibaba Cloud
            "168.63.129.16/32", // Azure's wire server
            "192.0.0.0/24", // protocol assignments, and metadata of Oracle Cloud
            "224.0.0.0/4", // multicast
            "240.0.0.0/4", // reserved, and broadcast
            "::/128", // this host
            "fe80::/10", // link-local
            "ff00::/8", // multicast
            "fd00:ec2::/32", // metadata of AWS
            "fd20:ce::/32", // metadata of Google Cloud
            "2001::/32"); // Teredo: its IPv4 part is not where it ends

    private static final List<CidrBlock> PRIVATE = blocks(
            "127.0.0.0/8",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10", // shared by carriers' customers
            "198.18.0.0/15", // benchmarks
            "192.0.2.0/24", // documentation, as the next two
            "198.51.100.0/24",
            "203.0.113.0/24",
            "::1/128",
            "fc00::/7", // unique local
            "fec0::/10", // site-local, deprecated
            "64:ff9b:1::/48", // local NAT64
            "2001:db8::/32"); // documentation

    private static final List<Embedding> EMBEDDINGS = List.of(
            new Embedding(CidrBlock.parse("::/96"), 12), // IPv4-compatible
            new Embedding(CidrBlock.parse("::ffff:0:0:0/96"), 12), // translated
            new Embedding(CidrBlock.parse("64:ff9b::/96"), 12), // NAT64
            new Embedding(CidrBlock.parse("2002::/16"), 2)); // 6to4

    private final List<CidrBlock> allowed;
    private final List<CidrBlock> denied;

    AddressRules(List<CidrBlock> allowed, List<CidrBlock> denied) {
        this.allowed = List.copyOf(allowed);
        this.denied = List.copyOf(denied);
    }

    boolean isOpen(InetAddress address) {
        return readings(address).stream().allMatch(this::isOpenAsWritten);
    }

    private boolean isOpenAsWritten(InetAddress address) {
        if (anyContains(CLOSED, address) || anyContains(denied, address)) {
            return false;
        }
        return !anyContains(PRIVATE, address) || anyContains(allowed, address);
    }

    /** The address itself, and the IPv4 address it carries. Java turns IPv4-mapped ones into IPv4 by itself. */
    private static List<InetAddress> readings(InetAddress address) {
        List<InetAddress> readings = new ArrayList<>(List.of(address));
        byte[] bytes = address.getAddress();
        for (Embedding embedding : EMBEDDINGS) {
            if (embedding.block().contains(address) && !isLoopbackOrAny(bytes)) {
                readings.add(ipv4At(bytes, embedding.offset()));
            }
        }
        if (isIsatap(bytes)) {
            readings.add(ipv4At(bytes, 12));
        }
        return readings;
    }

    /** {@code ::} and {@code ::1}, which {@code ::/96} contains. */
    private static boolean isLoopbackOrAny(byte[] bytes) {
        for (int i = 0; i < bytes.length - 1; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return (bytes[bytes.length - 1] & 0xfe) == 0;
    }

    /** An interface identifier of {@code 0:5efe} or {@code 200:5efe} in front of the IPv4 address. */
    private static boolean isIsatap(byte[] bytes) {
        return bytes.length == 16
                && (bytes[8] & 0xfd) == 0
                && bytes[9] == 0
                && bytes[10] == 0x5e
                && bytes[11] == (byte) 0xfe;
    }

    private static InetAddress ipv4At(byte[] bytes, int offset) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, offset, offset + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static boolean anyContains(List<CidrBlock> blocks, InetAddress address) {
        return blocks.stream().anyMatch(block -> block.contains(address));
    }

    private static List<CidrBlock> blocks(String... texts) {
        return Stream.of(texts).map(CidrBlock::parse).toList();
    }

    private record Embedding(CidrBlock block, int offset) {}
}
