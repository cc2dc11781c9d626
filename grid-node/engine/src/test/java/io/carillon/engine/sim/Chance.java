package io.carillon.engine.sim;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Everything that is drawn, from one seed. */
final class Chance {

    private final SplittableRandom random;

    Chance(long seed) {
        this(new SplittableRandom(seed));
    }

    private Chance(SplittableRandom random) {
        this.random = random;
    }

    /** Draws of its own, so that what one part draws does not move what another one gets. */
    Chance fork() {
        return new Chance(random.split());
    }

    SplittableRandom forkRandom() {
        return random.split();
    }

    /** From 0 to this number less one. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    boolean perMille(int rate) {
        return rate > 0 && random.nextInt(1_000) < rate;
    }

    Duration millis(int least, int most) {
        return micros(least * 1_000, most * 1_000);
    }

    Duration micros(int least, int most) {
        return Duration.ofNanos(1_000L * between(least, most));
    }

    <T> T one(List<T> all) {
        return all.get(below(all.size()));
    }

    <T> T one(T[] all) {
        return all[below(all.length)];
    }
}
