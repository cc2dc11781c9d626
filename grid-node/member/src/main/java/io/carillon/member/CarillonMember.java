package io.carillon.member;

import io.carillon.client.CarillonClient;
import io.carillon.engine.shard.LoopGauges;
import io.carillon.member.doors.MemberDoors;
import io.carillon.member.wiring.Member;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.WorkerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a Carillon cluster in a program of one's own.
 *
 * <pre>{@code
 * try (CarillonMember carillon = CarillonMember.builder()
 *         .dataSource(dataSource)
 *         .worker(worker -> worker.handler("report", run -> "{}"))
 *         .start()) {
 *     carillon.jobs().createJob(JobRequest.named("report").cron("0 3 * * *").build());
 * }
 * }</pre>
 *
 * <p>Without {@link MemberBuilder#port} or {@link MemberBuilder#members} it is a cluster of its own and opens no port.
 * Thread-safe.
 */
public final class CarillonMember implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CarillonMember.class);

    private static final String METERS = "carillon.";

    private final Member member;
    private final MemberDoors doors;
    private final MeterRegistry meters;
    private final CarillonClient client;
    /** Guarded by itself, as is {@link #closed}. */
    private final List<CarillonWorker> workers = new ArrayList<>();

    private boolean closed;

    CarillonMember(Member member, MemberDoors doors, MeterRegistry meters) {
        this.member = member;
        this.doors = doors;
        this.meters = meters;
        this.client = doors.client(CarillonClient.builder()).build();
        var unused =
                member.grid().ended().thenAccept(reason -> log.error("the member must be started anew: {}", reason));
    }

    public static MemberBuilder builder() {
        return new MemberBuilder();
    }

    /**
     * All calls about jobs and runs, those of any Carillon client with the same rules and results; they go to this member without
     * a socket. Ends with the member.
     */
    public CarillonClient jobs() {
        return client;
    }

    /**
     * Starts handlers in this process, which take their runs from this member. They end with the member, or before by {@link
     * CarillonWorker#close()}.
     *
     * @param worker names handlers, slots, pool and so on; the grid is this member
     * @throws IllegalStateException without a handler, or if the member is closed
     */
    public CarillonWorker startWorker(Consumer<WorkerBuilder> worker) {
        synchronized (workers) {
            if (closed) {
                throw new IllegalStateException("the member is closed");
            }
            String id = "embedded-" + memberId() + "-" + workers.size();
            WorkerBuilder builder = CarillonWorker.builder().id(id);
            worker.accept(builder);
            CarillonWorker started = doors.worker(builder).start();
            workers.add(started);
            return started;
        }
    }

    /** The name by which the cluster knows this member until it is closed. */
    public String memberId() {
        return member.grid().ownership().memberId();
    }

    /** The port of remote clients and workers; 0: none was asked for. */
    public int grpcPort() {
        return doors.port();
    }

    /** As of this moment; never waits. */
    public MemberHealth health() {
        LoopGauges gauges = member.engine().gauges();
        return new MemberHealth(
                member.storeAway(),
                member.engine().serving(),
                gauges.shards(),
                gauges.readyRuns(),
                member.gateway().workers().size(),
                member.time().errorBound(),
                member.grid().ended().getNow(null));
    }

    /**
     * Drains and leaves: workers take no new runs, and those at work end within their grace; then the doors close, shards and
     * memory go to the other members, and at last the connections to the database go back. Blocks until then. Closing again
     * does nothing.
     */
    @Override
    public void close() {
        List<CarillonWorker> last;
        synchronized (workers) {
            if (closed) {
                return;
            }
            closed = true;
            last = List.copyOf(workers);
        }
        try {
            drain(last);
            client.close();
            member.awaitTurnToLeave();
            member.engine().leave("the member stops");
            doors.close();
        } finally {
            // Whatever went wrong before: what was lent by the program around us goes back.
            member.close();
            meters.getMeters().stream()
                    .filter(meter -> meter.getId().getName().startsWith(METERS))
                    .forEach(meters::remove);
        }
    }

    /** All at once: one that waits for its runs must not keep the others taking new ones. */
    private static void drain(List<CarillonWorker> workers) {
        List<Thread> drains = workers.stream()
                .map(worker -> new Thread(worker::close, "carillon-drain-" + worker.id()))
                .toList();
        drains.forEach(Thread::start);
        for (Thread drain : drains) {
            try {
                drain.join();
            } catch (InterruptedException e) {
                // The graces are over at once, and then it is soon done.
                drains.forEach(Thread::interrupt);
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
