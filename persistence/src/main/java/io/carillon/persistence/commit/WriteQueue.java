package io.carillon.persistence.commit;

import io.carillon.domain.time.TimeSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Calls that wait to be written, bounded by their rows. A batch takes calls in order of arrival until it is full, or until
 * a call touches a row that is in the batch already: that one begins the next batch.
 */
final class WriteQueue<W> {

    private final ReentrantLock lock = new ReentrantLock();
    /** For threads with nothing to do. */
    private final Condition arrived = lock.newCondition();
    /** For the one thread that waits for more. */
    private final Condition enough = lock.newCondition();

    private final ArrayDeque<Submission<W>> waiting = new ArrayDeque<>();
    private final Function<W, Object> rowKey;
    private final TimeSource time;
    private final Linger linger;
    private final int batchRowsMax;
    private final int queuedRowsMax;
    private int queuedRows;
    private boolean gathering;
    private boolean closed;

    /** @param rowKey what two writes of one row have in common */
    WriteQueue(Function<W, Object> rowKey, TimeSource time, long lingerNanos, int batchRowsMax, int queuedRowsMax) {
        this.rowKey = rowKey;
        this.time = time;
        this.linger = new Linger(lingerNanos);
        this.batchRowsMax = batchRowsMax;
        this.queuedRowsMax = queuedRowsMax;
    }

    /** False if it is full or closed. */
    boolean offer(Submission<W> submission) {
        lock.lock();
        try {
            if (closed || queuedRows + submission.rows() > queuedRowsMax) {
                return false;
            }
            waiting.addLast(submission);
            queuedRows += submission.rows();
            if (!gathering) {
                arrived.signal();
            } else if (queuedRows >= batchRowsMax) {
                enough.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes as many as there is room for, together. @return the rest */
    List<Submission<W>> offerAll(List<Submission<W>> submissions) {
        lock.lock();
        try {
            int taken = 0;
            while (taken < submissions.size() && offer(submissions.get(taken))) {
                taken++;
            }
            return submissions.subList(taken, submissions.size());
        } finally {
            lock.unlock();
        }
    }

    /** Waits for calls; an empty list says that it is closed and nothing waits any more. */
    List<Submission<W>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() || gathering) {
                if (waiting.isEmpty() && closed) {
                    return List.of();
                }
                arrived.await();
            }
            gather();
            List<Submission<W>> batch = drain();
            linger.taken(batch.stream().mapToInt(Submission::rows).sum(), time.nanos());
            if (!waiting.isEmpty() || closed) {
                arrived.signal();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** No further calls; what waits is still taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
            enough.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes out all that waits. */
    List<Submission<W>> clear() {
        lock.lock();
        try {
            List<Submission<W>> rest = new ArrayList<>(waiting);
            waiting.clear();
            queuedRows = 0;
            return rest;
        } finally {
            lock.unlock();
        }
    }

    int queuedRows() {
        lock.lock();
        try {
            return queuedRows;
        } finally {
            lock.unlock();
        }
    }

    /** One thread at a time waits for more, so what waits is still there afterwards. */
    private void gather() throws InterruptedException {
        long leftNanos = linger.waitNanos(time.nanos());
        gathering = true;
        try {
            while (leftNanos > 0 && queuedRows < batchRowsMax && !closed) {
                leftNanos = enough.awaitNanos(leftNanos);
            }
        } finally {
            gathering = false;
        }
    }

    private List<Submission<W>> drain() {
        List<Submission<W>> batch = new ArrayList<>();
        Set<Object> keys = new HashSet<>();
        int rows = 0;
        while (!waiting.isEmpty()) {
            Submission<W> next = waiting.getFirst();
            if (!batch.isEmpty() && (rows + next.rows() > batchRowsMax || touches(next, keys))) {
                break;
            }
            next.writes().forEach(write -> keys.add(rowKey.apply(write)));
            rows += next.rows();
            batch.add(waiting.removeFirst());
        }
        queuedRows -= rows;
        return batch;
    }

    private boolean touches(Submission<W> submission, Set<Object> keys) {
        return submission.writes().stream().anyMatch(write -> keys.contains(rowKey.apply(write)));
    }
}
