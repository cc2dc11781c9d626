package io.carillon.benchmarks.day;

/**
 * How many workers there are: looked at every so often, by the slots that are taken and what waits.
 *
 * @param least and at the beginning
 * @param slots of each
 * @param lookSeconds between two looks
 * @param startSeconds from a look that asks for more until they take work
 * @param keepSeconds for which fewer must be wanted before some go
 * @param drainSeconds in which what waits is to be worked off
 * @param use what part of the slots is to be taken at most
 * @param forecastSeconds how far ahead due times are looked at as well; 0: only at what waits already
 */
record WorkerRule(
        int least,
        int most,
        int slots,
        int lookSeconds,
        int startSeconds,
        int keepSeconds,
        int drainSeconds,
        double use,
        int forecastSeconds) {

    WorkerRule {
        if (least < 1 || most < least || slots < 1 || lookSeconds < 1 || startSeconds < 0 || drainSeconds < 1) {
            throw new IllegalArgumentException("no such number of workers: " + least + " to " + most);
        }
        if (use <= 0 || use > 1 || keepSeconds < 0 || forecastSeconds < 0) {
            throw new IllegalArgumentException("the use of slots is above 0 and at most 1, times are not negative");
        }
    }

    /** @param slotsWanted taken at once, if there were enough */
    int workersFor(double slotsWanted) {
        return (int) Math.max(least, Math.min(most, Math.ceil(slotsWanted / use / slots)));
    }
}
