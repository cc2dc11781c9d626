package io.carillon.engine.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for a bounded time until somebody answers. For a start, when nothing else runs yet. */
public final class Wait {

    private static final Duration PAUSE = Duration.ofMillis(500);

    private Wait() {}

    /**
     * Asks once at least. Blocks; an interrupt ends it, and is kept.
     *
     * @param silence why there is no answer; null: there is one
     * @param told the reason when waiting begins
     * @return whether there is an answer
     */
    public static boolean forAnswer(Duration longest, Supplier<@Nullable String> silence, Consumer<String> told) {
        long begin = System.nanoTime();
        boolean waits = false;
        for (String why = silence.get(); why != null; why = silence.get()) {
            if (System.nanoTime() - begin >= longest.toNanos()) {
                return false;
            }
            if (!waits) {
                told.accept(why);
                waits = true;
            }
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }
}
