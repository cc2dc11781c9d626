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
 * Holds many runs at once and does nothing else: what the member's CPU does then is the renewal of leases, less what it does
 * when it holds nothing.
 */
final class Holding {

    private static final int WORKERS = 30;
    private static final int CREATES_IN_FLIGHT = 2_000;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    /** After the last start, so that its traces are not counted. */
    private static final Duration CALM = Duration.ofSeconds(5);

    private final Stand stand;

    Holding(Stand stand) {
        this.stand = stand;
    }

    void measure(int runs, Duration length) throws InterruptedException, SQLException, IOException {
        try (HoldingWorkers workers = new HoldingWorkers(stand.grid(), WORKERS, (runs + WORKERS - 1) / WORKERS)) {
            double idle = memberCores(IDLE);
            Instant from = stand.clock().now().truncatedTo(ChronoUnit.SECONDS);
            create(runs, length);
            boolean all = stand.await(TIMEOUT, () -> workers.held() + workers.lost() >= runs);
            stand.clock().pause(CALM);
            int acknowledgedBefore = workers.heartbeatsAcknowledged();
            double holding = memberCores(length);
            int acknowledged = workers.heartbeatsAcknowledged() - acknowledgedBefore;
            int held = workers.held();
            workers.succeedAll();
            Instant to = stand.clock().now();
            all &= stand.await(TIMEOUT, () -> stand.ledger().ended(from, to, OneOffs.OWNER) >= runs);
            Ledger.Findings findings = stand.ledger().findings(from, to, OneOffs.OWNER);
            boolean exact = all
                    && held == runs
                    && workers.lost() == 0
                    && findings.succeeded() == runs
                    && findings.repeated() == 0;
            Terminal.print(
                    "held: %s of %d runs over %d s, %d heartbeats of %d workers acknowledged; %s",
                    exact ? "all" : "NOT ALL",
                    runs,
                    length.toSeconds(),
                    acknowledged,
                    WORKERS,
                    exact ? "no lease lapsed" : held + " held, " + workers.lost() + " taken away, " + findings);
            Terminal.print(
                    "held: member's CPU %.1f %% of a core, %.1f %% with nothing held; for the leases %.1f %%",
                    100 * holding, 100 * idle, 100 * (holding - idle));
        }
    }

    private double memberCores(Duration length) throws InterruptedException {
        double before = stand.cpu().member();
        stand.clock().pause(length);
        return (stand.cpu().member() - before) / length.toSeconds();
    }

    private void create(int runs, Duration length) throws InterruptedException {
        Semaphore inFlight = new Semaphore(CREATES_IN_FLIGHT);
        List<CompletableFuture<?>> creates = new ArrayList<>(runs);
        Instant dueAt = stand.clock().now();
        for (int i = 0; i < runs; i++) {
            inFlight.acquire();
            creates.add(stand.client()
                    .async()
                    .createJob(JobRequest.named("held")
                            .handler(HoldingWorkers.HANDLER)
                            .pool(HoldingWorkers.POOL)
                            .timeout(length.plus(TIMEOUT).plus(TIMEOUT))
                            .oneOff(dueAt)
                            .build())
                    .whenComplete((created, failure) -> inFlight.release()));
        }
        CompletableFuture.allOf(creates.toArray(CompletableFuture[]::new)).join();
    }
}
