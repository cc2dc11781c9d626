package io.carillon.benchmarks.wave;

import java.util.Locale;

/** Where findings go: the terminal, not a log. */
final class Terminal {

    private Terminal() {}

    @SuppressWarnings("SystemOut")
    static void print(String format, Object... values) {
        System.out.println(values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    }
}
