package io.carillon.engine.time;

import io.carillon.domain.time.Micros;
import io.carillon.domain.time.ReferenceClock;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The product's {@link TimeSource}: this machine's monotonic clock, disciplined by the store's clock. The machine's wall
 * clock is never read, so its jumps move nothing.
 */
public final class StoreTime implements TimeSource, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(StoreTime.class);

    private static final Duration READ_EVERY = Duration.ofSeconds(2);
    private static final int FIRST_READINGS = 5;

    private final ReferenceClock reference;
    private final ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "carillon-clock");
        thread.setDaemon(true);
        return thread;
    });
    private final ClockDiscipline discipline = new ClockDiscipline();
    private final ThreadLocal<SplittableRandom> random;

    private StoreTime(ReferenceClock reference) {
        this.reference = reference;
        SplittableRandom seed = new SplittableRandom();
        this.random = ThreadLocal.withInitial(() -> {
            synchronized (seed) {
                return seed.split();
            }
        });
    }

    /** Reads the reference a few times, then every other second. @throws RuntimeException if it cannot be read now */
    @SuppressWarnings("FutureReturnValueIgnored") // readQuietly() lets nothing escape
    public static StoreTime start(ReferenceClock reference) {
        StoreTime time = new StoreTime(reference);
        try {
            for (int i = 0; i < FIRST_READINGS; i++) {
                time.read();
            }
        } catch (RuntimeException e) {
            time.close();
            throw e;
        }
        time.reader.scheduleWithFixedDelay(
                time::readQuietly, READ_EVERY.toMillis(), READ_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return time;
    }

    @Override
    public Instant now() {
        synchronized (discipline) {
            return Micros.toInstant(discipline.micros(System.nanoTime()));
        }
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Duration errorBound() {
        synchronized (discipline) {
            @Nullable Duration bound = discipline.errorBound(System.nanoTime());
            return bound == null ? Duration.ofDays(1) : bound;
        }
    }

    @Override
    public double chance() {
        return random.get().nextDouble();
    }

    @Override
    public long randomBits() {
        return random.get().nextLong();
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }

    private void read() {
        long sent = System.nanoTime();
        Instant value = reference.read();
        long received = System.nanoTime();
        boolean steppedBack;
        synchronized (discipline) {
            steppedBack = discipline.read(value, sent, received);
        }
        if (steppedBack) {
            log.error("the store's clock went back by more than {}; time steps back", ClockDiscipline.STAND_STILL_MAX);
        }
    }

    private void readQuietly() {
        try {
            read();
        } catch (RuntimeException e) {
            log.debug("the store's clock could not be read: {}", e.toString());
        }
    }
}
