package io.carillon.engine.grid.size;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the expected size in the database; without the database the last one heard stands. */
public final class SizeWatch {

    private static final Logger log = LoggerFactory.getLogger(SizeWatch.class);

    private final ClusterStore store;
    private final MovingMajority majority;
    private final Runnable onChange;
    private final AtomicBoolean asking = new AtomicBoolean();

    /** @param onChange called on a thread of the store's */
    public SizeWatch(ClusterStore store, MovingMajority majority, Runnable onChange) {
        this.store = store;
        this.majority = majority;
        this.onChange = onChange;
    }

    /** Asks, unless the last question is still open; does not wait. */
    public void look() {
        if (asking.compareAndSet(false, true)) {
            var unused = store.size().whenComplete((size, error) -> {
                asking.set(false);
                if (error == null) {
                    size.ifPresent(this::heard);
                } else {
                    log.debug("the expected size cannot be read", error);
                }
            });
        }
    }

    private void heard(ClusterSize size) {
        if (majority.expect(size.expected())) {
            log.info("expected size changed expected={} majority={}", size.expected(), majority.majority());
            onChange.run();
        }
    }
}
