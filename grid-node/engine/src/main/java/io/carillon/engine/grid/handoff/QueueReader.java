package io.carillon.engine.grid.handoff;

import com.hazelcast.collection.IQueue;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.spi.exception.DistributedObjectDestroyedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes everything out of one queue, on a thread of its own, until it is closed. */
final class QueueReader implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(QueueReader.class);

    private static final int ITEMS_MAX = 200;
    private static final long WAIT_MILLIS = 500;

    private final IQueue<OfferBatch> queue;
    private final Consumer<List<OfferBatch>> receiver;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private boolean failing;

    QueueReader(IQueue<OfferBatch> queue, Consumer<List<OfferBatch>> receiver) {
        this.queue = queue;
        this.receiver = receiver;
        this.thread = new Thread(this::run, "carillon-handoff");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    String queueName() {
        return queue.getName();
    }

    int waiting() {
        return queue.size();
    }

    /** The reader ends within half a second; what is in the queue then stays there. */
    @Override
    public void close() {
        closed.countDown();
    }

    private void run() {
        try {
            while (closed.getCount() > 0 && readSome()) {
                log.trace("read queue={}", queue.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** False at the end. */
    private boolean readSome() throws InterruptedException {
        try {
            OfferBatch first = queue.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                List<OfferBatch> items = new ArrayList<>();
                items.add(first);
                queue.drainTo(items, ITEMS_MAX);
                receiver.accept(items);
            }
            failing = false;
            return true;
        } catch (HazelcastInstanceNotActiveException | DistributedObjectDestroyedException e) {
            log.debug("queue ended queue={}", queue.getName(), e);
            return false;
        } catch (RuntimeException e) {
            if (!failing) {
                log.warn("queue cannot be read, trying again queue={}: {}", queue.getName(), e.toString());
                failing = true;
            }
            return !closed.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
