package io.carillon.verify.load;

import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.record.Recorder;
import io.carillon.verify.time.SystemClock;
import io.carillon.verify.witness.Sightings;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Carries a plan of load out against all members, and writes down what was asked and what was told.
 *
 * <p>Steps go to lanes of one thread each; those of one job to the same lane, so that its changes follow each other. A lane that
 * waits for an answer makes its later steps late, and the others not. A job that runs once is not asked for any more when its time is long
 * over, as a caller would give up: else each outage would make all that is asked after it come later than it says.
 */
public final class LoadDriver implements AutoCloseable {

    private static final int LANES = 256;
    private static final Duration LATE_MAX = Duration.ofSeconds(5);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(1_500);
    private static final int TRIES_MAX = 6;

    private final List<RestDoor> rest;
    private final GrpcDoor grpc;
    private final Sightings sightings;
    private final Recorder recorder;
    private final SystemClock clock;
    private final KnownJobs known = new KnownJobs();
    private final Tally tally = new Tally();
    private final String keyPrefix;
    private final List<ExecutorService> lanes = new ArrayList<>();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();
    private volatile boolean over;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /** @param keyPrefix of idempotency keys, different for every run */
    public LoadDriver(
            List<Door> doors, Keys keys, String keyPrefix, Sightings sightings, Recorder recorder, SystemClock clock) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
        this.rest = doors.stream()
                .map(door -> new RestDoor(http, door.rest(), keys))
                .toList();
        this.grpc = new GrpcDoor(doors, keys);
        this.keyPrefix = keyPrefix;
        this.sightings = sightings;
        this.recorder = recorder;
        this.clock = clock;
        for (int i = 0; i < LANES; i++) {
            String name = "load-" + (i + 1);
            lanes.add(Executors.newSingleThreadExecutor(task -> new Thread(task, name)));
        }
    }

    /**
     * Blocks until the last step has been given to its lane.
     *
     * @throws IllegalStateException as soon as a step failed in a way that none should, such as by a key that is refused
     */
    public void run(LoadPlan plan, Instant begin) throws InterruptedException {
        for (Step step : plan.steps()) {
            clock.pauseUntil(begin.plus(step.at()));
            requireSound();
            lane(step).execute(() -> guarded(() -> inTime(step, begin)));
        }
    }

    /** Waits until every lane has done what it was given so far. @return false if one has not within {@code longest} */
    public boolean awaitCaughtUp(Duration longest) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(LANES);
        lanes.forEach(lane -> lane.execute(done::countDown));
        return done.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Ends the load, and waits until all that has begun is done. What a lane has not begun by then, because it waited for answers, is not
     * asked any more.
     *
     * @return false if it is not within {@code longest}
     * @throws IllegalStateException if a step failed in a way that none should: the run is worth nothing then
     */
    public boolean awaitIdle(Duration longest) throws InterruptedException {
        over = true;
        CountDownLatch idle = new CountDownLatch(LANES);
        lanes.forEach(lane -> lane.execute(idle::countDown));
        boolean all = idle.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        requireSound();
        return all;
    }

    private void requireSound() {
        Throwable failed = failure.get();
        if (failed instanceof KeyRefusedException refused) {
            throw refused;
        }
        if (failed != null) {
            throw new IllegalStateException("a request could not be made: " + failed, failed);
        }
    }

    /** Pauses jobs, whatever is known of them: nothing new is to begin. Returns at once. */
    public void pause(List<UUID> jobs) {
        for (UUID job : jobs) {
            ExecutorService lane = lanes.get(Math.floorMod(job.hashCode(), LANES));
            lane.execute(() -> guarded(() -> pause(job)));
        }
    }

    public Tally tally() {
        return tally;
    }

    /** Steps of the plan that were not begun before the load was over. */
    public long dropped() {
        return dropped.get();
    }

    /** Jobs that run once and were not asked for, because their callers still waited for other answers when it was time. */
    public long givenUp() {
        return givenUp.get();
    }

    @Override
    public void close() {
        lanes.forEach(ExecutorService::shutdownNow);
        grpc.close();
    }

    private ExecutorService lane(Step step) {
        String name;
        if (step instanceof Step.Create create) {
            name = create.jobs().get(0).name();
        } else if (step instanceof Step.Change change) {
            name = change.job().name();
        } else if (step instanceof Step.Cancel cancel) {
            name = cancel.name();
        } else {
            name = "";
        }
        return lanes.get(Math.floorMod(name.hashCode(), LANES));
    }

    @FunctionalInterface
    private interface Task {
        void run() throws InterruptedException;
    }

    private void guarded(Task task) {
        try {
            task.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    private void inTime(Step step, Instant begin) throws InterruptedException {
        boolean late = clock.now().isAfter(begin.plus(step.at()).plus(LATE_MAX));
        if (step instanceof Step.Create create && create.runsOnce() && (late || over)) {
            givenUp.addAndGet(create.jobs().size());
        } else if (over) {
            dropped.incrementAndGet();
        } else {
            carryOut(step);
        }
    }

    private void carryOut(Step step) throws InterruptedException {
        if (step instanceof Step.Create create) {
            create(create);
        } else if (step instanceof Step.Change change) {
            change(change);
        } else if (step instanceof Step.Cancel cancel) {
            cancel(cancel);
        } else if (step instanceof Step.Quota quota) {
            quota(quota);
        }
    }

    private void pause(UUID job) throws InterruptedException {
        for (int i = 0; i < TRIES_MAX; i++) {
            Asked asked = new Asked(1);
            RestDoor door = door(job.hashCode() + i);
            Told told = door.post(job, "pause");
            asked.write(0, Request.Kind.PAUSE, door.name(), null, job, null, null, told);
            if (told.outcome() != Outcome.UNKNOWN) {
                return;
            }
            clock.pause(PAUSE);
        }
    }

    /** With the same key until it is told, if the plan insists; by another door each time. */
    private void create(Step.Create step) throws InterruptedException {
        String key = keyPrefix + "/" + step.jobs().get(0).name();
        for (int i = 0; i < (step.insists() ? TRIES_MAX : 1); i++) {
            if (i > 0) {
                clock.pause(PAUSE);
            }
            Asked asked = new Asked(step.jobs().size());
            RestDoor door = door(step.door() + i);
            boolean overGrpc = step.via() == Step.Via.GRPC;
            List<Told> told = switch (step.via()) {
                case REST -> List.of(door.create(step.jobs().get(0), key));
                case REST_BATCH -> door.createAll(step.jobs(), key);
                case GRPC -> List.of(grpc.create(step.jobs().get(0)));
            };
            boolean unknown = false;
            for (int j = 0; j < step.jobs().size(); j++) {
                PlannedJob job = step.jobs().get(j);
                String own = overGrpc ? null : step.jobs().size() == 1 ? key : key + "#" + j;
                UUID id = overGrpc ? job.chosenId() : told.get(j).id();
                asked.write(
                        j, Request.Kind.CREATE, overGrpc ? grpc.name() : door.name(), own, id, null, job, told.get(j));
                unknown |= told.get(j).outcome() == Outcome.UNKNOWN;
                if (told.get(j).outcome() == Outcome.ACKNOWLEDGED && id != null) {
                    known.exists(job.name(), id);
                }
            }
            if (!unknown) {
                return;
            }
        }
    }

    /** Repeated until it is told: each is harmless to repeat, a trigger by its key. */
    private void change(Step.Change step) throws InterruptedException {
        Optional<UUID> id = known.find(step.job().name());
        if (id.isEmpty()) {
            return;
        }
        String key = step.kind() == Request.Kind.TRIGGER
                ? keyPrefix + "/" + step.job().name() + "/" + step.at().toMillis()
                : null;
        for (int i = 0; i < TRIES_MAX; i++) {
            if (i > 0) {
                clock.pause(PAUSE);
            }
            Asked asked = new Asked(1);
            RestDoor door = door(step.door() + i);
            boolean overGrpc = step.kind() == Request.Kind.TRIGGER && step.whole();
            Told told = overGrpc && key != null ? grpc.trigger(id.get(), key) : ask(step, door, id.get(), key);
            UUID run = step.kind() == Request.Kind.TRIGGER ? told.id() : null;
            asked.write(0, step.kind(), overGrpc ? grpc.name() : door.name(), key, id.get(), run, step.job(), told);
            if (told.outcome() != Outcome.UNKNOWN) {
                return;
            }
        }
        known.lost(step.job().name());
    }

    private static Told ask(Step.Change step, RestDoor door, UUID id, @Nullable String key)
            throws InterruptedException {
        return switch (step.kind()) {
            case EDIT -> step.whole() ? door.put(id, step.job()) : door.patch(id, step.job());
            case PAUSE -> door.post(id, "pause");
            case RESUME -> door.post(id, "resume");
            case DELETE -> door.delete(id);
            case TRIGGER -> door.trigger(id, key == null ? "" : key);
            case CREATE, BACKFILL, CANCEL, REDRIVE, QUOTA ->
                throw new IllegalArgumentException(step.kind() + " is no change of a job");
        };
    }

    private void cancel(Step.Cancel step) throws InterruptedException {
        Optional<UUID> job = known.find(step.name());
        Optional<UUID> run = job.flatMap(sightings::lastRun);
        if (run.isEmpty()) {
            return;
        }
        Asked asked = new Asked(1);
        RestDoor door = door(step.door());
        Told told = door.cancel(run.get());
        asked.write(0, Request.Kind.CANCEL, door.name(), null, job.get(), run.get(), null, told);
    }

    private void quota(Step.Quota step) throws InterruptedException {
        for (int i = 0; i < TRIES_MAX; i++) {
            Asked asked = new Asked(1);
            RestDoor door = door(step.door() + i);
            Told told = door.quota(step.owner(), step.maxRunning());
            asked.quota(door.name(), step, told);
            if (told.outcome() != Outcome.UNKNOWN) {
                return;
            }
            clock.pause(PAUSE);
        }
    }

    private RestDoor door(int number) {
        return rest.get(Math.floorMod(number, rest.size()));
    }

    /** One call on its way: when it was sent, and the numbers of its requests. */
    private final class Asked {
        private final List<Long> numbers = new ArrayList<>();
        private final Instant sentAt;

        Asked(int requests) {
            for (int i = 0; i < requests; i++) {
                numbers.add(recorder.nextRequest());
            }
            sentAt = clock.now();
        }

        void write(
                int index,
                Request.Kind kind,
                String via,
                @Nullable String key,
                @Nullable UUID job,
                @Nullable UUID run,
                @Nullable PlannedJob planned,
                Told told) {
            boolean defines = kind == Request.Kind.CREATE || kind == Request.Kind.EDIT;
            Definition definition = defines && planned != null ? planned.definition() : null;
            Request.Option option = kind == Request.Kind.PAUSE
                    ? Request.Option.ofPause(false)
                    : kind == Request.Kind.DELETE ? Request.Option.ofDelete(false) : null;
            add(index, kind, via, key, job, run, definition, option, told);
        }

        void quota(String via, Step.Quota step, Told told) {
            Request.Option option = Request.Option.ofQuota(step.owner(), step.maxRunning());
            add(0, Request.Kind.QUOTA, via, null, null, null, null, option, told);
        }

        private void add(
                int index,
                Request.Kind kind,
                String via,
                @Nullable String key,
                @Nullable UUID job,
                @Nullable UUID run,
                @Nullable Definition definition,
                Request.@Nullable Option option,
                Told told) {
            if (told.refusesTheKey()) {
                throw new KeyRefusedException(via, told.status());
            }
            tally.add(told.outcome());
            recorder.add(new Request(
                    numbers.get(index),
                    kind,
                    via,
                    key,
                    job,
                    run,
                    definition,
                    option,
                    sentAt,
                    later(clock.now()),
                    told.outcome(),
                    told.status()));
        }

        /** The machine's clock may have been set back. */
        private Instant later(Instant now) {
            return now.isBefore(sentAt) ? sentAt : now;
        }
    }
}
