package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * How long an owner with one run now and then waits while another one floods the same workers with far more than they can take:
 * first the one alone, then with the flood. Every run is worked on for {@link WaveWorker#SLOW}.
 */
final class Flood {

    private static final int CREATES_IN_FLIGHT = 2_000;
    private static final int RUNS_ALONE = 40;
    private static final Duration BETWEEN = Duration.ofMillis(500);
    private static final Duration CALM = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    /** Creates a second that are counted on. */
    private static final int CREATE_RATE = 3_000;

    private final Stand stand;

    Flood(Stand stand) {
        this.stand = stand;
    }

    /** @param runs of the flood, due at one instant */
    void measure(int runs) throws InterruptedException, SQLException, IOException {
        Instant first = stand.clock().now().plus(CALM);
        one(first);
        Lateness without = report();
        Terminal.print("flood: one owner alone, %s", without.inWords());

        Instant due =
                stand.clock().now().plusSeconds(runs / CREATE_RATE).plus(CALM).truncatedTo(ChronoUnit.SECONDS);
        create(runs, due);
        boolean inTime = stand.clock().now().isBefore(due);
        one(due.plus(BETWEEN));
        int ended = stand.ledger().ended(due, due, WaveWorker.FLOOD);
        Lateness with = report();
        Terminal.print(
                "flood: beside %d runs of another owner%s, of which %d waited still, %s",
                runs, inTime ? "" : " (created TOO LATE)", Math.max(0, runs - ended), with.inWords());
        Terminal.print("flood: the median waits %.1f ms longer", with.p50() - without.p50());
    }

    /** Returns when all have been handled. */
    private void one(Instant first) throws InterruptedException, SQLException, IOException {
        List<CompletableFuture<?>> creates = new ArrayList<>();
        for (int i = 0; i < RUNS_ALONE; i++) {
            creates.add(stand.client()
                    .async()
                    .createJob(job(WaveWorker.BESIDE_FLOOD, first.plus(BETWEEN.multipliedBy(i)))));
        }
        CompletableFuture.allOf(creates.toArray(CompletableFuture[]::new)).join();
        if (!stand.await(TIMEOUT, () -> stand.handled(WaveWorker.BESIDE_FLOOD) >= RUNS_ALONE)) {
            Terminal.print("flood: NOT ALL were handled");
        }
    }

    private Lateness report() throws InterruptedException, IOException {
        return Lateness.of(stand.calls().stream()
                .filter(call -> call.handler().equals(WaveWorker.BESIDE_FLOOD))
                .toList());
    }

    private void create(int runs, Instant due) throws InterruptedException {
        Semaphore inFlight = new Semaphore(CREATES_IN_FLIGHT);
        List<CompletableFuture<?>> creates = new ArrayList<>(runs);
        for (int i = 0; i < runs; i++) {
            inFlight.acquire();
            creates.add(stand.client()
                    .async()
                    .createJob(job(WaveWorker.FLOOD, due))
                    .whenComplete((created, failure) -> inFlight.release()));
        }
        CompletableFuture.allOf(creates.toArray(CompletableFuture[]::new)).join();
    }

    /** Of the owner that has the name of its handler. */
    private static JobRequest job(String handler, Instant due) {
        return JobRequest.named("flood")
                .owner(handler)
                .handler(handler)
                .oneOff(due)
                .build();
    }
}
