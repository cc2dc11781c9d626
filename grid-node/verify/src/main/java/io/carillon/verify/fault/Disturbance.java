package io.carillon.verify.fault;

/**
 * A fault against somebody in particular.
 *
 * @param whom for people
 * @param begin strikes
 * @param end gives back what was taken; also called if {@code begin} failed half-way
 * @param lasts true: between the two the planned length passes
 */
record Disturbance(String whom, Step begin, Step end, boolean lasts) {

    @FunctionalInterface
    interface Step {
        void run() throws InterruptedException;
    }
}
