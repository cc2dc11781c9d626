package io.carillon.benchmarks.peers;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the handlers have seen. Some schedulers find their handlers by name alone, so there is one record for the process. */
public final class Calls {

    private static final ConcurrentLinkedQueue<Call> SEEN = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Times are microseconds since 1970. */
    record Call(int number, long dueMicros, long startMicros) {}

    private Calls() {}

    /** The handler: it notes when it was called, and succeeds. Public, since JobRunr calls it by reflection. */
    public static void handle(int number, long dueMicros) {
        SEEN.add(new Call(number, dueMicros, micros(now())));
        COUNT.incrementAndGet();
    }

    static int count() {
        return COUNT.get();
    }

    /** Forgets what it returns. */
    static List<Call> take() {
        List<Call> taken = new ArrayList<>(COUNT.get());
        for (Call call = SEEN.poll(); call != null; call = SEEN.poll()) {
            taken.add(call);
        }
        COUNT.addAndGet(-taken.size());
        return taken;
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** The process's only look at the clock. */
    static Instant now() {
        return Instant.now();
    }
}
