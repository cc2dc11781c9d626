package io.carillon.engine.grid.handoff;

import com.hazelcast.map.IMap;
import io.carillon.engine.port.WorkerGroup;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the others what can run here: the latest word only, one at a time. Never blocks; thread-safe. */
final class Advertiser {

    private static final Logger log = LoggerFactory.getLogger(Advertiser.class);

    private final IMap<String, WorkerAd> map;
    private final Supplier<String> self;
    private final OwnQueue queue;
    private List<WorkerGroup> groups = List.of();
    private long number;
    private boolean sending;
    private boolean stale;

    Advertiser(IMap<String, WorkerAd> map, Supplier<String> self, OwnQueue queue) {
        this.map = map;
        this.self = self;
        this.queue = queue;
    }

    synchronized void tell(List<WorkerGroup> latest) {
        groups = latest;
        tellAgain();
    }

    /** The same groups, from another queue perhaps. */
    synchronized void tellAgain() {
        if (queue.name().isEmpty()) {
            return;
        }
        if (sending) {
            stale = true;
            return;
        }
        sending = true;
        stale = false;
        WorkerAd ad = new WorkerAd(self.get(), ++number, queue.name(), groups, queue.receivedThrough());
        try {
            var unused = map.setAsync(ad.memberId(), ad).whenComplete((done, error) -> {
                if (error != null) {
                    log.debug("workers were not told", error);
                }
                sent();
            });
        } catch (RuntimeException e) {
            log.debug("workers were not told", e);
            sending = false;
        }
    }

    private synchronized void sent() {
        sending = false;
        if (stale) {
            tellAgain();
        }
    }
}
