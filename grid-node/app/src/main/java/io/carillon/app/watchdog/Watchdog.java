package io.carillon.app.watchdog;

import io.carillon.domain.watch.WatchStore;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch of a running member: a thread that looks every few seconds, and says in log, metrics and health what it finds.
 * It changes nothing.
 *
 * <p>The cheap look, for due times that nobody has planned, is taken every {@link #PAUSE}; of the others one is taken after
 * each of these, in turn. Standings may be read by any thread.
 */
public final class Watchdog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

    static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration REMIND_EVERY = Duration.ofMinutes(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    /** A restart of PostgreSQL is over by then. */
    private static final int BLIND_AFTER = 6;

    private static final int JOBS_PER_LOOK = 2_000;
    private static final int DEFINITIONS_PER_LOOK = 200;
    private static final int OTHER_LOOKS = 3;

    private final Looks looks;
    private final Clock clock;
    private final Counter done;
    private final Counter failed;
    /** Replaced as a whole, by the watch's own thread alone. */
    private volatile Map<WatchKind, WatchFinding> standings = Map.of();

    private final Map<WatchKind, Long> saidAt = new EnumMap<>(WatchKind.class);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Duration pause;
    private final Thread thread;
    private volatile long lookedAt;
    private int failures;
    private int turn;

    private Watchdog(WatchStore store, WatchLimits limits, MeterRegistry meters, Duration pause) {
        this.pause = pause;
        this.looks = new Looks(store, limits);
        this.clock = meters.config().clock();
        this.lookedAt = clock.monotonicTime();
        this.done = looks(meters, "done");
        this.failed = looks(meters, "failed");
        for (WatchKind kind : WatchKind.values()) {
            Gauge.builder("carillon.watchdog.found", this, watchdog ->
                            (double) watchdog.standing(kind).found())
                    .description("What the watch over the rows finds wrong at present; 0 is right")
                    .tag("kind", kind.label())
                    .register(meters);
        }
        Gauge.builder(
                        "carillon.watchdog.last.look",
                        this,
                        watchdog -> watchdog.sinceLook().toMillis() / 1_000.0)
                .description("Since the watch last got an answer to all it asked")
                .baseUnit("seconds")
                .register(meters);
        this.thread = new Thread(this::run, "carillon-watchdog");
        thread.setDaemon(true);
    }

    /** Begins to look; the store stays the caller's. */
    public static Watchdog start(WatchStore store, WatchLimits limits, MeterRegistry meters) {
        return start(store, limits, meters, PAUSE);
    }

    /** @param pause between two looks */
    static Watchdog start(WatchStore store, WatchLimits limits, MeterRegistry meters, Duration pause) {
        Watchdog watchdog = new Watchdog(store, limits, meters, pause);
        watchdog.thread.start();
        return watchdog;
    }

    WatchFinding standing(WatchKind kind) {
        return standings.getOrDefault(kind, WatchFinding.none(kind));
    }

    List<WatchFinding> alarms() {
        return Arrays.stream(WatchKind.values())
                .map(this::standing)
                .filter(WatchFinding::alarming)
                .toList();
    }

    Duration sinceLook() {
        return Duration.ofNanos(clock.monotonicTime() - lookedAt);
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                lookSafely();
            }
        } catch (InterruptedException e) {
            log.debug("{} ends", thread.getName());
        }
    }

    private void lookSafely() {
        try {
            say(looks.overdue());
            say(other());
            failures = 0;
            lookedAt = clock.monotonicTime();
            done.increment();
            say(WatchFinding.none(WatchKind.BLIND));
        } catch (RuntimeException e) {
            failures++;
            failed.increment();
            log.debug("a look failed", e);
            if (failures >= BLIND_AFTER) {
                say(new WatchFinding(WatchKind.BLIND, failures, List.of(String.valueOf(e.getMessage()))));
            }
        }
    }

    private WatchFinding other() {
        turn = (turn + 1) % OTHER_LOOKS;
        return turn == 0
                ? looks.overlong()
                : turn == 1 ? looks.silent(JOBS_PER_LOOK) : looks.unaccounted(DEFINITIONS_PER_LOOK);
    }

    private void say(WatchFinding finding) {
        WatchKind kind = finding.kind();
        boolean before = standing(kind).alarming();
        Map<WatchKind, WatchFinding> all = new EnumMap<>(WatchKind.class);
        all.putAll(standings);
        all.put(kind, finding);
        standings = Collections.unmodifiableMap(all);
        long now = clock.monotonicTime();
        if (finding.alarming()) {
            Long said = saidAt.get(kind);
            if (!before || said == null || now - said >= REMIND_EVERY.toNanos()) {
                saidAt.put(kind, now);
                log.error(
                        "watchdog alarm kind={} found={} ({}) {}",
                        kind.label(),
                        finding.found(),
                        kind.words(),
                        finding.examples());
            }
        } else if (before) {
            log.info("watchdog alarm is over kind={}", kind.label());
        }
    }

    private static Counter looks(MeterRegistry meters, String outcome) {
        return Counter.builder("carillon.watchdog.looks")
                .description("Looks of the watch over the rows, by whether it got its answers")
                .tag("outcome", outcome)
                .register(meters);
    }
}
