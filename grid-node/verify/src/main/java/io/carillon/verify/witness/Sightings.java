package io.carillon.verify.witness;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Arrival;
import io.carillon.verify.evidence.Fact;
import io.carillon.verify.evidence.Trouble;
import io.carillon.verify.record.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** What the targets have seen, written down before they answer. Thread-safe. */
public final class Sightings {

    private final Recorder recorder;
    private final Map<UUID, UUID> lastRunOfJob = new ConcurrentHashMap<>();
    private final Set<UUID> seen = ConcurrentHashMap.newKeySet();
    private final Set<UUID> seenAgain = ConcurrentHashMap.newKeySet();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean closed;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong latestMillis = new AtomicLong();

    public Sightings(Recorder recorder) {
        this.recorder = recorder;
    }

    Instant now() {
        return recorder.now();
    }

    long next() {
        return recorder.nextCall();
    }

    /** What comes from now on is answered, and not written down any more. */
    public Instant close() {
        lock.writeLock().lock();
        try {
            closed = true;
            return recorder.now();
        } finally {
            lock.writeLock().unlock();
        }
    }

    void arrived(Arrival arrival) {
        if (!write(arrival)) {
            return;
        }
        calls.incrementAndGet();
        lastRunOfJob.put(arrival.job(), arrival.run());
        if (!seen.add(arrival.run())) {
            seenAgain.add(arrival.run());
        }
        if (arrival.attempt() == 1) {
            latestMillis.accumulateAndGet(
                    Duration.between(arrival.dueAt(), arrival.at()).toMillis(), Math::max);
        }
    }

    /** A call that cannot even be told apart from others. */
    void badCall(@Nullable String what) {
        write(new Trouble(
                recorder.now(),
                Trouble.Kind.BAD_CALL,
                null,
                null,
                "a target was called, and not as every call must be: " + what));
    }

    /** The call is written down already. */
    void badPayload(Arrival arrival, @Nullable String what) {
        write(new Trouble(
                recorder.now(),
                Trouble.Kind.BAD_PAYLOAD,
                arrival.job(),
                arrival.run(),
                "run " + arrival.run() + " came to its target without the payload of its job: " + what));
    }

    void answering(long number, Answer.Reply reply) {
        write(new Answer(number, reply, recorder.now()));
    }

    private boolean write(Fact fact) {
        lock.readLock().lock();
        try {
            if (!closed) {
                recorder.add(fact);
            }
            return !closed;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The run of a job that was seen last. */
    public Optional<UUID> lastRun(UUID job) {
        return Optional.ofNullable(lastRunOfJob.get(job));
    }

    /** The run was called more than once. */
    public boolean seenAgain(UUID run) {
        return seenAgain.contains(run);
    }

    public long calls() {
        return calls.get();
    }

    /** The greatest lateness of a first attempt since this was last asked. */
    public Duration latestSinceLast() {
        return Duration.ofMillis(latestMillis.getAndSet(0));
    }
}
