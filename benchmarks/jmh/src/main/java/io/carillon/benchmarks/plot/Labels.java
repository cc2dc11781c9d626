package io.carillon.benchmarks.plot;

import java.util.Locale;

/** Numbers as charts and tables show them. */
public final class Labels {

    private static final double MILLION = 1e6;

    private Labels() {}

    /** Three digits or more, and no zeros at the end of a fraction: {@code 12,345}, {@code 1.5}, {@code 0.02}, {@code 2.5 M}. */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size >= MILLION) {
            return withoutZeros(String.format(Locale.ROOT, "%,.2f", value / MILLION)) + " M";
        }
        int decimals = size >= 100 || size == 0 ? 0 : Math.max(1, 2 - (int) Math.floor(Math.log10(size)));
        return withoutZeros(String.format(Locale.ROOT, "%,." + decimals + "f", value));
    }

    private static String withoutZeros(String text) {
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
