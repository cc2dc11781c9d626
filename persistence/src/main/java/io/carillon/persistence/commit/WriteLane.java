package io.carillon.persistence.commit;

import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of one kind of writes: each takes what waits, writes it, answers it. */
final class WriteLane<W> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WriteLane.class);

    private final CommitObserver.Kind kind;
    private final WriteQueue<W> queue;
    private final BatchWriter<W> writer;
    private final CommitObserver observer;
    private final TimeSource time;
    private final Duration closeTimeout;
    private final List<Thread> threads = new ArrayList<>();

    WriteLane(
            CommitObserver.Kind kind,
            WriteQueue<W> queue,
            BatchWriter<W> writer,
            CommitObserver observer,
            TimeSource time,
            Duration closeTimeout) {
        this.kind = kind;
        this.queue = queue;
        this.writer = writer;
        this.observer = observer;
        this.time = time;
        this.closeTimeout = closeTimeout;
    }

    void start(int threadCount) {
        for (int i = 0; i < threadCount; i++) {
            Thread thread = new Thread(
                    this::run, "carillon-commit-" + kind.name().toLowerCase(java.util.Locale.ROOT) + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    void submit(Submission<W> submission) {
        if (!queue.offer(submission)) {
            submission.unavailable(
                    "the queue of writes is full or closed",
                    new RejectedExecutionException(queue.queuedRows() + " rows wait"));
        }
    }

    /** In one go, so that whoever takes finds them together. */
    void submitAll(List<Submission<W>> submissions) {
        List<Submission<W>> refused = queue.offerAll(submissions);
        refused.forEach(each -> each.unavailable(
                "the queue of writes is full or closed",
                new RejectedExecutionException(queue.queuedRows() + " rows wait")));
    }

    int queuedRows() {
        return queue.queuedRows();
    }

    /** Writes what waits, within the timeout; what remains then fails, its outcome open. */
    @Override
    public void close() {
        queue.close();
        long deadline = time.nanos() + closeTimeout.toNanos();
        for (Thread thread : threads) {
            join(thread, Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - time.nanos())));
        }
        for (Submission<W> rest : queue.clear()) {
            rest.unavailable("closed", new RejectedExecutionException("the writer is closed"));
        }
    }

    private void run() {
        try {
            for (List<Submission<W>> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
                write(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.info("writer interrupted kind={}", kind);
        }
    }

    /** The top of the loop: whatever happens to a batch, the thread lives on and nobody waits for ever. */
    private void write(List<Submission<W>> batch) {
        long begin = time.nanos();
        try {
            writer.write(batch);
        } catch (Throwable e) {
            LOG.warn("batch not written kind={} calls={} reason={}", kind, batch.size(), e.toString());
            LOG.debug("batch not written", e);
            batch.forEach(submission -> submission.unavailable("the write did not end: " + e.getMessage(), e));
        }
        int rows = batch.stream().mapToInt(Submission::rows).sum();
        observer.written(kind, batch.size(), rows, Duration.ofNanos(time.nanos() - begin));
    }

    private static void join(Thread thread, long millis) {
        try {
            thread.join(millis);
            if (thread.isAlive()) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            thread.interrupt();
        }
    }
}
