package io.carillon.engine.grid.handoff;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryAddedListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerGroup;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hand-off between members. Gateways tell their free slots in the map {@code workers}; owners send runs to the queues of
 * gateways with credit, and count down what they have sent until the gateway says that it has arrived.
 */
public final class GridHandOff implements HandOff, Credits, AutoCloseable {

    public static final String MAP = "workers";

    private static final Logger log = LoggerFactory.getLogger(GridHandOff.class);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private static final int CLEAR_EVERY_LOOKS = 10;

    /** One task a gateway may wait, and one for looking. */
    private static final int THREADS_MAX = 128;

    private final HazelcastInstance grid;
    private final IMap<String, WorkerAd> map;
    private final Background background;
    private final ThreadPoolExecutor blocking;
    private final GatewayBook book;
    private final OwnQueue queue;
    private final Advertiser advertiser;
    private final OfferSender sender;
    private final StopLine stops;
    private final RollCallLine rollCalls;
    private final OwnGateway gateway;
    private final AtomicBoolean looking = new AtomicBoolean();
    private int looks;

    public GridHandOff(
            HazelcastInstance grid,
            TimeSource time,
            Background background,
            MeterRegistry registry,
            OwnGateway gateway) {
        this.grid = grid;
        this.map = grid.getMap(MAP);
        this.background = background;
        this.gateway = gateway;
        Supplier<String> self = this::self;
        HandOffMeters meters = new HandOffMeters(registry);
        this.blocking = new ThreadPoolExecutor(0, THREADS_MAX, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "carillon-handoff-out");
            thread.setDaemon(true);
            return thread;
        });
        this.book = new GatewayBook(self, time);
        this.queue = new OwnQueue(grid, self, background, gateway::offered, meters);
        this.advertiser = new Advertiser(map, self, queue);
        this.sender = new OfferSender(grid, self, blocking, meters);
        this.stops = new StopLine(grid, blocking, meters);
        this.rollCalls = new RollCallLine(grid, blocking);
    }

    public void start() {
        map.addEntryListener(new Ads(), true);
        stops.listen(batch -> gateway.stop(batch.attempts(), batch.lost()));
        rollCalls.listen(gateway::callRoll);
        background.repeat(LOOK_EVERY, () -> {
            if (looking.compareAndSet(false, true)) {
                blocking.execute(this::look);
            }
        });
    }

    @Override
    public List<String> offer(Capability capability, List<Offer> offers) {
        List<String> takers = new ArrayList<>(offers.size());
        // Under the lock, so that offers leave in the order in which they were counted.
        synchronized (book) {
            for (GatewayBook.Share share : book.divide(capability, offers.size())) {
                int from = takers.size();
                sender.send(share, offers.subList(from, from + share.count()));
                for (int i = 0; i < share.count(); i++) {
                    takers.add(share.memberId());
                }
            }
        }
        while (takers.size() < offers.size()) {
            takers.add("");
        }
        return takers;
    }

    @Override
    public int credit(Capability capability) {
        return book.credit(capability);
    }

    @Override
    public void revoke(Collection<Attempt> attempts) {
        stops.tell(true, attempts);
    }

    @Override
    public void cancel(Collection<Attempt> attempts) {
        stops.tell(false, attempts);
    }

    @Override
    public void callRoll(Collection<Silent> attempts) {
        rollCalls.ask(attempts);
    }

    @Override
    public boolean anyWorkerFor(Capability capability) {
        return book.anyWorkerFor(capability);
    }

    @Override
    public boolean takes(String memberId, Capability capability) {
        return book.takes(memberId, capability);
    }

    @Override
    public void advertise(List<WorkerGroup> groups) {
        book.own(groups);
        advertiser.tell(groups);
    }

    @Override
    public boolean registeredElsewhere(Capability capability) {
        return book.registeredElsewhere(capability);
    }

    /** A member has left: its gateway has nothing to give any more. */
    public void memberLeft(String memberId) {
        book.gone(memberId);
        sender.forget(memberId);
        queue.forget(memberId);
    }

    /** The others learn at once that nothing runs here any more. */
    @Override
    public void close() {
        queue.close();
        try {
            var unused = map.removeAsync(self());
        } catch (HazelcastInstanceNotActiveException e) {
            log.debug("the grid has ended before", e);
        }
        blocking.shutdownNow();
    }

    /** Events may be lost: once a second everything is looked at. Waits for the grid. */
    private void look() {
        try {
            if (queue.settle()) {
                advertiser.tellAgain();
            }
            Set<String> members = grid.getCluster().getMembers().stream()
                    .map(member -> member.getUuid().toString())
                    .collect(Collectors.toSet());
            book.keepOnly(members);
            map.getAll(members).values().forEach(book::told);
            if (isOldest() && looks++ % CLEAR_EVERY_LOOKS == 0) {
                clearAfterTheDead(members);
            }
        } catch (RuntimeException e) {
            log.debug("gateways cannot be looked at", e);
        } finally {
            looking.set(false);
        }
    }

    private String self() {
        return grid.getCluster().getLocalMember().getUuid().toString();
    }

    private boolean isOldest() {
        Member oldest = grid.getCluster().getMembers().iterator().next();
        return oldest.localMember();
    }

    private void clearAfterTheDead(Set<String> members) {
        Set<String> dead = new HashSet<>(map.keySet());
        dead.removeAll(members);
        for (Map.Entry<String, WorkerAd> left : map.getAll(dead).entrySet()) {
            log.info("clearing up after a member that left member={}", left.getKey());
            grid.getQueue(left.getValue().queue()).destroy();
            map.delete(left.getKey());
        }
    }

    private final class Ads
            implements EntryAddedListener<String, WorkerAd>,
                    EntryUpdatedListener<String, WorkerAd>,
                    EntryRemovedListener<String, WorkerAd> {
        @Override
        public void entryAdded(EntryEvent<String, WorkerAd> event) {
            heard(event.getValue());
        }

        @Override
        public void entryUpdated(EntryEvent<String, WorkerAd> event) {
            heard(event.getValue());
        }

        @Override
        public void entryRemoved(EntryEvent<String, WorkerAd> event) {
            book.gone(event.getKey());
        }

        private void heard(WorkerAd ad) {
            book.told(ad);
            gateway.wake();
        }
    }
}
