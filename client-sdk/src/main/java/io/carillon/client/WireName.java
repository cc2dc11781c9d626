package io.carillon.client;

import java.util.Locale;

/** Enum constants are named on the wire by their own name in lower case. */
final class WireName {
    private WireName() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** A word that a newer cluster uses and this client does not know becomes {@code unknown}. */
    static <E extends Enum<E>> E parse(E[] constants, String word, E unknown) {
        for (E constant : constants) {
            if (of(constant).equals(word)) {
                return constant;
            }
        }
        return unknown;
    }
}
