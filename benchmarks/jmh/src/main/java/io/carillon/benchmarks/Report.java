package io.carillon.benchmarks;

/** Where a measurement says what it found: the terminal, not a log. */
final class Report {

    private Report() {}

    @SuppressWarnings("SystemOut")
    static void line(String finding) {
        System.out.println(finding);
    }
}
