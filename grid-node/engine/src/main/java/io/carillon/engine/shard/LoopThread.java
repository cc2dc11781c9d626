package io.carillon.engine.shard;

import io.carillon.domain.time.Micros;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of one loop: takes turns, and parks until the next deadline or message. */
public final class LoopThread implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LoopThread.class);

    private static final long PARK_MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final ShardLoop loop;
    private final TimeSource time;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean parked;

    public LoopThread(String name, ShardLoop loop, TimeSource time) {
        this.loop = loop;
        this.time = time;
        this.thread = new Thread(this::run, name);
        loop.onMessage(this::unpark);
    }

    public void start() {
        thread.start();
    }

    /** Ends after the turn under way. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void unpark() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!stopping) {
            try {
                park(loop.turn());
            } catch (Throwable e) {
                // The loop must live: a command that broke it was a programming error and is seen here.
                log.error("a turn of {} failed", thread.getName(), e);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    private void park(long untilMicros) {
        if (untilMicros == Long.MIN_VALUE) {
            return;
        }
        parked = true;
        try {
            long waitMicros =
                    untilMicros == Long.MAX_VALUE ? PARK_MAX_NANOS / 1_000 : untilMicros - Micros.of(time.now());
            if (waitMicros > 0 && loop.idle() && !stopping) {
                LockSupport.parkNanos(this, Math.min(PARK_MAX_NANOS, waitMicros * 1_000));
            }
        } finally {
            parked = false;
        }
    }
}
