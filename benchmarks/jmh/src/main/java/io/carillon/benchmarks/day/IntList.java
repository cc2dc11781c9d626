package io.carillon.benchmarks.day;

import java.util.Arrays;

/** Numbers in order of arrival; taken from the front. */
final class IntList {

    private int[] values = new int[64];
    private int from;
    private int to;

    int size() {
        return to - from;
    }

    void add(int value) {
        if (to == values.length) {
            if (from > to / 2) {
                System.arraycopy(values, from, values, 0, to - from);
                to -= from;
                from = 0;
            } else {
                values = Arrays.copyOf(values, 2 * to);
            }
        }
        values[to] = value;
        to++;
    }

    /** The first ones, at most so many. */
    int[] take(int most) {
        int n = Math.min(most, size());
        int[] taken = Arrays.copyOfRange(values, from, from + n);
        from += n;
        if (from == to) {
            from = 0;
            to = 0;
        }
        return taken;
    }

    /** Replaces each number by the sum of all up to it. */
    static void addUp(int[] numbers) {
        for (int i = 1; i < numbers.length; i++) {
            numbers[i] += numbers[i - 1];
        }
    }
}
