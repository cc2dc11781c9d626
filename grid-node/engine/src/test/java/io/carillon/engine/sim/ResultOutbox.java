package io.carillon.engine.sim;

import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.ReportedEnd;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ends that a worker tells again, now and then and on each new stream, until they are acknowledged. */
final class ResultOutbox {

    private static final Duration RESEND_AFTER = Duration.ofSeconds(4);

    private final boolean repeats;
    private final Map<HeldRun, ReportedEnd> ends = new LinkedHashMap<>();
    private final Map<HeldRun, Long> sentNanos = new HashMap<>();

    /** @param repeats false: each is told once, whatever becomes of it */
    ResultOutbox(boolean repeats) {
        this.repeats = repeats;
    }

    void add(ReportedEnd end) {
        ends.put(end.run(), end);
    }

    void acknowledged(HeldRun run) {
        ends.remove(run);
        sentNanos.remove(run);
    }

    void connected() {
        if (repeats) {
            sentNanos.clear();
        }
    }

    /** Those to be told now. */
    List<ReportedEnd> take(long nowNanos) {
        List<ReportedEnd> due =
                ends.values().stream().filter(end -> isDue(end.run(), nowNanos)).toList();
        due.forEach(end -> sentNanos.put(end.run(), nowNanos));
        return due;
    }

    Collection<HeldRun> runs() {
        return ends.keySet();
    }

    private boolean isDue(HeldRun run, long nowNanos) {
        Long sent = sentNanos.get(run);
        return sent == null || (repeats && nowNanos - sent >= RESEND_AFTER.toNanos());
    }
}
