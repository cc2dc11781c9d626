package io.carillon.verify.record;

import io.carillon.verify.evidence.EvidenceFile;
import io.carillon.verify.evidence.Fact;
import io.carillon.verify.evidence.Note;
import io.carillon.verify.evidence.Trouble;
import io.carillon.verify.time.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes facts down, and gives the numbers and times that they bear. Thread-safe. */
public final class Recorder {

    private final EvidenceFile file;
    private final SystemClock clock;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong faults = new AtomicLong();

    public Recorder(EvidenceFile file, SystemClock clock) {
        this.file = file;
        this.clock = clock;
    }

    public Instant now() {
        return clock.now();
    }

    public long nextRequest() {
        return requests.incrementAndGet();
    }

    public long nextCall() {
        return calls.incrementAndGet();
    }

    public long nextFault() {
        return faults.incrementAndGet();
    }

    /** Returns when it is written. @throws UncheckedIOException if it cannot be: then the evidence is worth nothing */
    public void add(Fact fact) {
        try {
            file.append(fact);
        } catch (IOException e) {
            throw new UncheckedIOException("the evidence cannot be written: " + e.getMessage(), e);
        }
    }

    public void trouble(Trouble.Kind kind, @Nullable UUID job, @Nullable UUID run, String text) {
        add(new Trouble(now(), kind, job, run, text));
    }

    public void note(String text) {
        add(new Note(now(), text));
    }
}
