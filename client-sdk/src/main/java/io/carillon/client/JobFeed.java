package io.carillon.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends any number of jobs in chunks, a few at once, and hands on their results in order. A chunk is a call of its own, which
 * is sent again, to another member where there is one, until it is answered: so the feed outlives the member it began with.
 */
final class JobFeed {

    static final int CHUNK_JOBS = 1_000;
    static final int CHUNKS_AT_ONCE = 4;

    private final Function<List<JobRequest>, CompletableFuture<List<JobResult>>> send;
    private final Function<CompletableFuture<List<JobResult>>, List<JobResult>> await;
    private final Consumer<JobResult> results;
    private final Deque<CompletableFuture<List<JobResult>>> underWay = new ArrayDeque<>();

    JobFeed(
            Function<List<JobRequest>, CompletableFuture<List<JobResult>>> send,
            Function<CompletableFuture<List<JobResult>>, List<JobResult>> await,
            Consumer<JobResult> results) {
        this.send = send;
        this.await = await;
        this.results = results;
    }

    /** Returns when all are answered; what a failure leaves under way is given up. */
    void run(Iterator<JobRequest> jobs) {
        try {
            while (jobs.hasNext()) {
                if (underWay.size() == CHUNKS_AT_ONCE) {
                    handOn();
                }
                underWay.add(send.apply(chunk(jobs)));
            }
            while (!underWay.isEmpty()) {
                handOn();
            }
        } finally {
            underWay.forEach(call -> call.cancel(true));
        }
    }

    private void handOn() {
        await.apply(underWay.remove()).forEach(results);
    }

    private static List<JobRequest> chunk(Iterator<JobRequest> jobs) {
        List<JobRequest> chunk = new ArrayList<>(CHUNK_JOBS);
        while (jobs.hasNext() && chunk.size() < CHUNK_JOBS) {
            chunk.add(jobs.next());
        }
        return chunk;
    }
}
