package io.carillon.engine.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

    /**
     * Does what needs an answer, and does it again when the other side fell silent in the midst of it; all that is bounded together. Blocks; an
     * interrupt ends it, and is kept.
     *
     * @param silence why there is no answer; null: there is one
     * @param ofSilence whether a failure says that nobody answered any more
     * @param told a reason each time that waiting begins
     * @param action may be done again after it has failed half way
     * @throws RuntimeException the action's last failure
     */
    public static <T> T through(
            Duration longest,
            Supplier<@Nullable String> silence,
            Predicate<RuntimeException> ofSilence,
            Consumer<String> told,
            Supplier<T> action) {
        long begin = System.nanoTime();
        while (true) {
            boolean answers = forAnswer(
                    Duration.ofNanos(Math.max(0, longest.toNanos() - (System.nanoTime() - begin))), silence, told);
            try {
                return action.get();
            } catch (RuntimeException e) {
                boolean last = !answers
                        || System.nanoTime() - begin >= longest.toNanos()
                        || Thread.currentThread().isInterrupted();
                if (last || !ofSilence.test(e)) {
                    throw e;
                }
                told.accept(String.valueOf(e.getMessage()));
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
