package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One entrant's turn: waves to warm up, the wave that counts, and the rates. Everybody is watched in the same way: the handlers'
 * calls are counted until all have been made, then the database is asked until nothing is left.
 */
final class Turn {

    private static final double CAUTION = 0.7;
    /** From the expected end of creation to the first due instant. */
    private static final Duration CALM = Duration.ofSeconds(10);
    /** Less of it is too little: JobRunr looks so far ahead. */
    private static final Duration CALM_LEAST = Duration.ofSeconds(5);
    /** The pace at which Carillon claims a wave ahead of its time. */
    private static final int CLAIMS_A_SECOND = 1_500;

    private static final Duration POLL = Duration.ofMillis(5);
    private static final Duration END_TIMEOUT = Duration.ofMinutes(2);

    private final int pair;
    private final Entrant entrant;
    private final Contestant contestant;
    private final MachineClock clock;
    private final Map<Entrant, Double> createRates;

    /** @param createRates what earlier turns have measured, and this one will */
    Turn(int pair, Entrant entrant, Contestant contestant, MachineClock clock, Map<Entrant, Double> createRates) {
        this.pair = pair;
        this.entrant = entrant;
        this.contestant = contestant;
        this.clock = clock;
        this.createRates = createRates;
    }

    List<Figures> measure(PeerOptions options) throws InterruptedException, SQLException, IOException {
        int runs = options.runs(entrant);
        for (int i = 1; i <= options.warmUps(); i++) {
            wave("warm-up " + i, runs);
        }
        List<Figures> found = new ArrayList<>();
        found.add(wave(Figures.WAVE, runs));
        for (int rate : options.rates()) {
            Duration step = Duration.of(1_000_000 / rate, ChronoUnit.MICROS);
            found.add(run(rate + "/s", rate * options.seconds(), step));
        }
        return found;
    }

    private Figures wave(String work, int runs) throws InterruptedException, SQLException, IOException {
        return run(work, runs, Duration.ZERO);
    }

    private Figures run(String work, int runs, Duration step) throws InterruptedException, SQLException, IOException {
        Instant first = create(work, runs, step);
        Instant last = first.plus(step.multipliedBy(runs - 1));
        Cpu created = contestant.cpu();
        clock.pauseUntil(first);
        Cpu due = contestant.cpu();
        clock.pauseUntil(last);
        boolean all = awaitEnd(runs, clock.now().plus(END_TIMEOUT));
        Instant end = clock.now();
        Cpu ended = contestant.cpu();
        Lateness lateness = contestant.report();
        Instant begin = first.plus((long) Math.min(0, 1_000 * lateness.least()), ChronoUnit.MICROS);
        Figures figures = new Figures(
                pair,
                entrant,
                work,
                runs,
                1e9 * runs / Duration.between(begin, end).toNanos(),
                1e6 * ended.since(due).scheduler() / runs,
                1e6 * ended.since(due).postgres() / runs,
                1e6 * (ended.since(created).scheduler() + ended.since(created).postgres()) / runs,
                lateness,
                all && lateness.onceEach(runs));
        say(work, figures.inWords());
        return figures;
    }

    /** @return when the first one is due */
    private Instant create(String work, int runs, Duration step) throws InterruptedException, SQLException {
        double expected = createRates.getOrDefault(entrant, entrant.createRateGuess()) * CAUTION;
        Instant begin = clock.now();
        Instant first = begin.plusMillis((long) (1_000 * runs / expected)).plus(calm(runs, step));
        contestant.create(runs, first, step);
        double seconds = Duration.between(begin, clock.now()).toNanos() / 1e9;
        createRates.put(entrant, runs / seconds);
        contestant.vacuum();
        boolean late = clock.now().isAfter(first.minus(CALM_LEAST));
        say(
                work,
                String.format(Locale.ROOT, "created %d in %.1f s", runs, seconds)
                        + (late ? "; TOO LATE for a quiet start" : ""));
        return first;
    }

    private Duration calm(int runs, Duration step) {
        return entrant == Entrant.CARILLON && step.isZero() ? CALM.plusMillis(1_000L * runs / CLAIMS_A_SECOND) : CALM;
    }

    private boolean awaitEnd(int runs, Instant deadline) throws InterruptedException, SQLException {
        while (contestant.handled() < runs || !contestant.nothingLeft()) {
            contestant.requireAlive();
            if (clock.now().isAfter(deadline)) {
                return false;
            }
            clock.pause(POLL);
        }
        return true;
    }

    private void say(String work, String what) {
        Terminal.print("pair %d: %s: %s: %s", pair, entrant.title(), work, what);
    }
}
