package io.carillon.verify.witness;

import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.evidence.Answer.Reply;
import io.carillon.verify.evidence.Arrival;
import io.carillon.verify.evidence.Trigger;
import io.carillon.verify.time.SystemClock;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.WorkerBuilder;
import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.handler.RunContext;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A worker in this process, with a handler of our own: the second target, without HTTP between. */
public final class WorkerWitness implements AutoCloseable {

    public static final String HANDLER = "witness";

    private static final int SLOTS = 100;
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Sightings sightings;
    private final SystemClock clock;
    private final CarillonWorker worker;

    /**
     * @param members one or more
     * @param pool that nobody else works for
     */
    public WorkerWitness(Sightings sightings, SystemClock clock, List<Door> members, Keys keys, String pool) {
        this.sightings = sightings;
        this.clock = clock;
        WorkerBuilder builder = CarillonWorker.builder();
        String key = keys.worker();
        if (key != null) {
            builder.apiKey(key);
        }
        if (members.stream().allMatch(Door::tls)) {
            builder.tls(null);
        }
        this.worker = builder.grid(members.stream().map(Door::grpc).collect(Collectors.joining(",")))
                .id(pool)
                .pool(pool)
                .slots(SLOTS)
                .handler(HANDLER, this::handle)
                .shutdownGrace(GRACE)
                .start();
    }

    /** @throws IllegalStateException if no member takes it within {@code longest}: then nothing of the load would come here */
    public void awaitConnected(Duration longest) throws InterruptedException {
        long deadline = clock.nanos() + longest.toNanos();
        while (!worker.status().connected()) {
            if (clock.nanos() - deadline > 0) {
                throw new IllegalStateException("no member takes our worker within " + longest.toSeconds()
                        + " s: see --grid, and --worker-key-file if the cluster asks for keys");
            }
            clock.pause(POLL);
        }
    }

    @Override
    public void close() {
        worker.close();
    }

    private String handle(RunContext run) throws Exception {
        long number = sightings.next();
        Arrival arrival = new Arrival(
                number,
                Arrival.Door.WORKER,
                run.jobName(),
                run.runId(),
                run.jobId(),
                run.attempt(),
                run.fencingToken(),
                Trigger.valueOf(run.trigger().name()),
                run.nominalAt(),
                run.dueAt(),
                sightings.now());
        sightings.arrived(arrival);
        byte[] payload = run.payloadUtf8();
        Behaviour behaviour;
        try {
            behaviour = Behaviour.parse(payload == null ? new byte[0] : payload);
        } catch (IllegalArgumentException e) {
            sightings.badPayload(arrival, e.getMessage());
            sightings.answering(number, Reply.PERMANENT);
            throw new PermanentFailureException("no payload of ours");
        }
        try {
            clock.pause(Duration.ofMillis(behaviour.workMillis()));
        } catch (InterruptedException e) {
            sightings.answering(number, Reply.BROKEN_OFF);
            throw e;
        }
        if (behaviour.permanent()) {
            sightings.answering(number, Reply.PERMANENT);
            throw new PermanentFailureException("as planned");
        }
        if (behaviour.fails(run.attempt())) {
            sightings.answering(number, Reply.RETRYABLE);
            throw new IllegalStateException("as planned");
        }
        sightings.answering(number, Reply.SUCCESS);
        return "{\"call\":" + number + "}";
    }
}
