package io.carillon.worker.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A range of addresses, as {@code 10.0.0.0/8} or {@code fc00::/7}; a single address is a range of one. */
public final class CidrBlock {
    private final byte[] network;
    private final int prefixBits;
    private final String text;

    private CidrBlock(byte[] network, int prefixBits, String text) {
        this.network = network;
        this.prefixBits = prefixBits;
        this.text = text;
    }

    /** @throws IllegalArgumentException if the text is no range: names of hosts are not looked up */
    public static CidrBlock parse(String text) {
        int slash = text.indexOf('/');
        byte[] network = literal(slash < 0 ? text : text.substring(0, slash), text);
        int bits = slash < 0 ? network.length * 8 : prefix(text.substring(slash + 1), network.length * 8, text);
        return new CidrBlock(network, bits, text);
    }

    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != network.length) {
            return false;
        }
        int wholeBytes = prefixBits / 8;
        for (int i = 0; i < wholeBytes; i++) {
            if (bytes[i] != network[i]) {
                return false;
            }
        }
        int restBits = prefixBits % 8;
        if (restBits == 0) {
            return true;
        }
        int mask = 0xff << (8 - restBits);
        return (bytes[wholeBytes] & mask) == (network[wholeBytes] & mask);
    }

    private static byte[] literal(String address, String text) {
        // Only literals are made of these characters, so that nothing is looked up.
        boolean isLiteral =
                address.contains(":") ? address.matches("[0-9A-Fa-f:.]+") : address.matches("[0-9]+(\\.[0-9]+){3}");
        if (!isLiteral) {
            throw new IllegalArgumentException("\"" + text + "\" is not a CIDR block such as 10.0.0.0/8");
        }
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a CIDR block such as 10.0.0.0/8", e);
        }
    }

    private static int prefix(String digits, int max, String text) {
        if (digits.matches("[0-9]{1,3}") && Integer.parseInt(digits) <= max) {
            return Integer.parseInt(digits);
        }
        throw new IllegalArgumentException("\"" + text + "\" must have a prefix length from 0 to " + max);
    }

    @Override
    public String toString() {
        return text;
    }
}
