package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Creates one-offs through the client, lets them come due, and says what became of them. */
final class OneOffs {

    /** Of jobs that name none. */
    static final String OWNER = "default";

    private static final int CREATES_IN_FLIGHT = 2_000;
    /** Creates a second that are counted on before any have been measured. */
    private static final double CREATE_RATE_GUESS = 2_000;

    private static final double CAUTION = 0.7;
    private static final Duration CALM = Duration.ofSeconds(10);
    private static final Duration CALM_LEAST = Duration.ofSeconds(3);
    private static final Duration END_TIMEOUT = Duration.ofMinutes(5);

    private final Stand stand;
    private double createRate = CREATE_RATE_GUESS;

    OneOffs(Stand stand) {
        this.stand = stand;
    }

    /** All due at one instant. */
    void wave(String title, int runs) throws InterruptedException, SQLException, IOException {
        Instant dueAt = dueAfterCreating(runs);
        Instant lastEnd =
                measure(title, IntStream.range(0, runs).mapToObj(i -> dueAt).toList());
        double seconds = Duration.between(dueAt, lastEnd).toNanos() / 1e9;
        Terminal.print(
                "%s: %d runs in %.2f s from the due instant = %.0f runs/s", title, runs, seconds, runs / seconds);
    }

    /** Due one after the other, so many a second; all created before the first is due. */
    void rate(String title, int perSecond, int seconds) throws InterruptedException, SQLException, IOException {
        int runs = perSecond * seconds;
        Instant begin = dueAfterCreating(runs);
        measure(
                title,
                IntStream.range(0, runs)
                        .mapToObj(i -> begin.plus(i * 1_000_000L / perSecond, ChronoUnit.MICROS))
                        .toList());
    }

    /** @return when the last one ended */
    private Instant measure(String title, List<Instant> dueTimes)
            throws InterruptedException, SQLException, IOException {
        int runs = dueTimes.size();
        Instant first = dueTimes.get(0);
        Instant last = dueTimes.get(runs - 1);
        create(title, dueTimes);
        Cpu created = stand.cpu();
        stand.clock().pauseUntil(first);
        Cpu due = stand.cpu();
        Duration timeout = Duration.between(first, last).plus(END_TIMEOUT);
        // The workers are asked first: counting rows would take CPU from those who work.
        boolean all = stand.await(timeout, () -> stand.handled(WaveWorker.HANDLER) >= runs)
                && stand.await(END_TIMEOUT, () -> stand.ledger().ended(first, last, OWNER) >= runs);
        Cpu ended = stand.cpu();
        Ledger.Findings findings = stand.ledger().findings(first, last, OWNER);
        Lateness lateness = Lateness.of(stand.calls());
        Terminal.print("%s: %s", title, verdict(runs, all, findings, lateness));
        Terminal.print("%s: %s", title, lateness.inWords());
        Terminal.print(
                "%s: CPU us a run, from the due time on:  %s",
                title, ended.since(due).eachOf(runs));
        Terminal.print(
                "%s: CPU us a run, claims included:       %s",
                title, ended.since(created).eachOf(runs));
        Instant lastEnd = findings.lastEnd();
        return lastEnd == null ? last : lastEnd;
    }

    /** In words, whether each of so many one-offs or first runs of a job was handled once, and what that wrote. */
    static String verdict(int runs, boolean all, Ledger.Findings findings, Lateness lateness) {
        boolean exact = all
                && findings.runs() == runs
                && findings.succeeded() == runs
                && findings.repeated() == 0
                && lateness.onceEach(runs);
        String writes = String.format(
                Locale.ROOT,
                "durable row writes a run: %.2f (run %.2f, job %.2f)",
                (double) (findings.runWrites() + findings.jobWrites() - runs) / runs,
                (double) findings.runWrites() / runs,
                (double) (findings.jobWrites() - runs) / runs);
        return exact
                ? "each of " + runs + " succeeded, handled exactly once; " + writes
                : "NOT EXACT: of " + runs + ": " + findings + ", " + lateness.calls() + " handler calls for "
                        + lateness.runs() + " runs; " + writes;
    }

    private void create(String title, List<Instant> dueTimes) throws InterruptedException {
        Semaphore inFlight = new Semaphore(CREATES_IN_FLIGHT);
        List<CompletableFuture<?>> creates = new ArrayList<>(dueTimes.size());
        Cpu idle = stand.cpu();
        long begin = stand.clock().nanos();
        for (int i = 0; i < dueTimes.size(); i++) {
            inFlight.acquire();
            creates.add(stand.client()
                    .async()
                    .createJob(JobRequest.named("wave")
                            .handler(WaveWorker.HANDLER)
                            .oneOff(dueTimes.get(i))
                            .payload("{\"n\":" + i + "}")
                            .build())
                    .whenComplete((created, failure) -> inFlight.release()));
        }
        CompletableFuture.allOf(creates.toArray(CompletableFuture[]::new)).join();
        double seconds = (stand.clock().nanos() - begin) / 1e9;
        createRate = dueTimes.size() / seconds;
        Duration left = Duration.between(stand.clock().now(), dueTimes.get(0));
        Terminal.print(
                "%s: created %d in %.1f s (%.0f/s), %.1f s ahead%s",
                title,
                dueTimes.size(),
                seconds,
                createRate,
                left.toMillis() / 1e3,
                left.compareTo(CALM_LEAST) < 0 ? "; TOO LATE for a quiet start" : "");
        Terminal.print(
                "%s: CPU us a run, for creating it:       %s",
                title, stand.cpu().since(idle).eachOf(dueTimes.size()));
    }

    private Instant dueAfterCreating(int runs) {
        long creatingMillis = (long) (1_000 * runs / (createRate * CAUTION));
        return stand.clock().now().plusMillis(creatingMillis).plus(CALM).truncatedTo(ChronoUnit.SECONDS);
    }
}
