package io.carillon.benchmarks.plot;

import java.util.List;

/** Colours that differ for colour-blind eyes too (Okabe and Ito's), in the order in which they are given out. */
final class Palette {

    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#4d4d4d");

    private Palette() {}

    static String colour(int index) {
        return COLOURS.get(index % COLOURS.size());
    }
}
