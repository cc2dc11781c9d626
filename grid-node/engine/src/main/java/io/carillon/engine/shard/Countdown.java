package io.carillon.engine.shard;

/** Runs something after a number of others and its own start. */
final class Countdown {

    private final Runnable whenDone;
    private int left;

    Countdown(int count, Runnable whenDone) {
        this.left = count + 1;
        this.whenDone = whenDone;
    }

    void start() {
        one();
    }

    void one() {
        left--;
        if (left == 0) {
            whenDone.run();
        }
    }
}
