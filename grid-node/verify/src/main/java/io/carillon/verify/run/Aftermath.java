package io.carillon.verify.run;

import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trouble;
import io.carillon.verify.record.Recorder;
import io.carillon.verify.time.SystemClock;
import io.carillon.verify.witness.Sightings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** When nothing goes wrong any more: waits until what was owed has ended, and writes down what the product says of it. */
final class Aftermath {

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int THREADS = 8;
    /** A load has a hundred thousand one-offs, and the ledger of one says little: so many of them are passed over for each that is read. */
    private static final int ONE_OFFS_FOR_A_LEDGER = 20;

    private static final List<String> LIVE = List.of("queued", "running", "failed", "scheduled");

    private final ApiReader api;
    private final Recorder recorder;
    private final Sightings sightings;
    private final SystemClock clock;
    private final List<String> owners;

    Aftermath(ApiReader api, Recorder recorder, Sightings sightings, SystemClock clock, List<String> owners) {
        this.api = api;
        this.recorder = recorder;
        this.sightings = sightings;
        this.clock = clock;
        this.owners = List.copyOf(owners);
    }

    /**
     * Waits until no run is on its way, for {@code settle} at least.
     *
     * @return false if some still are after {@code longest}
     */
    boolean awaitQuiet(Duration settle, Duration longest) throws InterruptedException {
        long begin = clock.nanos();
        clock.pause(settle);
        while (anyLive()) {
            if (clock.nanos() - begin > longest.toNanos()) {
                return false;
            }
            clock.pause(POLL);
        }
        return true;
    }

    /** Jobs, runs, the attempts of those that did not simply succeed, ledgers, dead letters. */
    void read(Instant from, Instant to) throws InterruptedException {
        List<JobSaid> jobs = new ArrayList<>();
        List<UUID> withLedger = new ArrayList<>();
        for (String owner : owners) {
            for (String status : List.of("", "&status=deleted")) {
                api.pages("/jobs?owner_id=" + encoded(owner) + status, "jobs", node -> {
                    JobSaid job = Account.job(node);
                    jobs.add(job);
                    if (ApiReader.text(node, "schedule") != null || jobs.size() % ONE_OFFS_FOR_A_LEDGER == 0) {
                        withLedger.add(job.job());
                    }
                });
            }
        }
        jobs.forEach(recorder::add);
        List<UUID> toAsk = new ArrayList<>();
        for (String owner : owners) {
            api.pages("/runs?owner_id=" + encoded(owner), "runs", node -> {
                RunSaid run = Account.run(node);
                if (run.attempt() > 1 || !run.succeeded() || sightings.seenAgain(run.run())) {
                    toAsk.add(run.run());
                } else {
                    recorder.add(run);
                }
            });
            api.pages(
                    "/dead-letters?owner_id=" + encoded(owner),
                    "dead_letters",
                    letter -> recorder.add(Account.deadLetter(letter)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> new Thread(task, "aftermath"));
        try {
            List<Callable<Boolean>> calls = new ArrayList<>();
            toAsk.forEach(run -> calls.add(() -> attempts(run)));
            withLedger.forEach(job -> calls.add(() -> ledger(job, from, to)));
            for (Future<Boolean> done : threads.invokeAll(calls)) {
                done.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the product's account cannot be read: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean anyLive() throws InterruptedException {
        for (String owner : owners) {
            for (String status : LIVE) {
                JsonNode page = api.get("/runs?owner_id=" + encoded(owner) + "&status=" + status + "&limit=1")
                        .orElseThrow();
                if (!page.required("runs").isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean attempts(UUID run) throws InterruptedException {
        recorder.add(Account.run(api.get("/runs/" + run)
                .orElseThrow(() -> new IllegalStateException("run " + run + " was listed and is not found"))));
        return true;
    }

    private boolean ledger(UUID job, Instant from, Instant to) throws InterruptedException {
        String path = "/jobs/" + job + "/ledger?from=" + encoded(from.toString()) + "&to=" + encoded(to.toString());
        String cursor = null;
        do {
            Optional<JsonNode> page = api.get(cursor == null ? path : path + "&cursor=" + encoded(cursor));
            if (page.isEmpty()) {
                recorder.trouble(
                        Trouble.Kind.NO_LEDGER, job, null, "job " + job + " was listed, and its ledger is not found");
                return false;
            }
            recorder.add(Account.ledger(page.get()));
            cursor = ApiReader.text(page.get(), "next_cursor");
        } while (cursor != null);
        return true;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
